/**
 * The training windows of an epoch. Every item of a history except the first is the target of one window.
 *
 * A history longer than a window is cut at positions that change with the epoch. No event is dropped, and an
 * event's position within its window varies.
 */
import { randomOrder, randomUniform } from '../../../../platform/numeric/random-streams.ts';
import type { Histories } from '../../histories/histories.ts';

export interface Window {
  /**
   * Positions in `Histories.items`. The window reads those from `start` up to, not including, `end`; its
   * targets are those from `start + 1` up to and including `end`.
   */
  readonly start: number;
  readonly end: number;
  /** The first of the targets, where those before it are read but not learned. Absent: all are. */
  readonly firstTarget?: number;
}

export interface Draw {
  readonly seed: number;
  readonly epoch: number;
}

/**
 * The windows of all histories with at least two items, in their order; `longest`: the maximum length.
 * `ends`: where each history ends, if not at its end [people].
 */
export function windowsOf(
  { offsets }: Pick<Histories, 'offsets'>,
  longest: number,
  draw: Draw,
  ends: Uint32Array = offsets.subarray(1),
): readonly Window[] {
  const phases = randomUniform(draw.seed, `windows ${draw.epoch}`, offsets.length - 1);
  const windows: Window[] = [];
  for (let person = 0; person + 1 < offsets.length; person++) {
    const [start, last] = [offsets[person]!, ends[person]! - 1];
    let end = last - start <= longest ? last : start + 1 + Math.floor(phases[person]! * longest);
    for (let from = start; from < last; [from, end] = [end, Math.min(last, end + longest)])
      windows.push({ start: from, end });
  }
  return windows;
}

/**
 * Batches of about `events` targets each. Windows of similar length share a batch, which keeps the padding
 * small. The composition and the order of the batches change with the epoch. An event that is only read
 * counts a quarter of a target, which bounds the memory of a step.
 */
export function batchesOf(
  windows: readonly Window[],
  events: number,
  draw: Draw,
): readonly (readonly Window[])[] {
  const lengthOf = ({ start, end }: Window) => end - start;
  const mixed = randomOrder(draw.seed, `epoch ${draw.epoch}`, windows.length);
  const sorted = Array.from(mixed, (which) => windows[which]!).sort((a, b) => lengthOf(a) - lengthOf(b));
  const batches: Window[][] = [];
  let held = Number.POSITIVE_INFINITY;
  for (const window of sorted) {
    const cost = (lengthOf(window) + 3 * targetCount(window)) / 4;
    if (held + cost / 2 > events) {
      batches.push([]);
      held = 0;
    }
    batches.at(-1)!.push(window);
    held += cost;
  }
  return Array.from(
    randomOrder(draw.seed, `batches ${draw.epoch}`, batches.length),
    (which) => batches[which]!,
  );
}

/** The number of targets of a window. */
export function targetCount({ start, end, firstTarget = start + 1 }: Window): number {
  return end + 1 - Math.max(firstTarget, start + 1);
}
