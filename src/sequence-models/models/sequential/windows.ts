/**
 * The training windows of an epoch. Every item of a history except the first is the target of one window.
 *
 * A history longer than a window is cut at positions that change with the epoch. No event is dropped, and an
 * event's position within its window varies.
 */
import { randomOrder, randomUniform } from '../../../numeric/random-streams.ts';
import type { Histories } from '../../histories/histories.ts';

export interface Window {
  /**
   * Positions in `Histories.items`. The window reads those from `start` up to, not including, `end`; its
   * targets are those from `start + 1` up to and including `end`.
   */
  readonly start: number;
  readonly end: number;
}

/** The windows of all histories with at least two items, in their order; `longest`: the maximum length. */
export function windowsOf(
  { offsets }: Pick<Histories, 'offsets'>,
  longest: number,
  draw: { readonly seed: number; readonly epoch: number },
): readonly Window[] {
  const phases = randomUniform(draw.seed, `windows ${draw.epoch}`, offsets.length - 1);
  const windows: Window[] = [];
  for (let person = 0; person + 1 < offsets.length; person++) {
    const [start, last] = [offsets[person]!, offsets[person + 1]! - 1];
    let end = last - start <= longest ? last : start + 1 + Math.floor(phases[person]! * longest);
    for (let from = start; from < last; [from, end] = [end, Math.min(last, end + longest)])
      windows.push({ start: from, end });
  }
  return windows;
}

/**
 * Batches of about `events` targets each. Windows of similar length share a batch, which keeps the padding
 * small. The composition and the order of the batches change with the epoch.
 */
export function batchesOf(
  windows: readonly Window[],
  events: number,
  draw: { readonly seed: number; readonly epoch: number },
): readonly (readonly Window[])[] {
  const lengthOf = ({ start, end }: Window) => end - start;
  const mixed = randomOrder(draw.seed, `epoch ${draw.epoch}`, windows.length);
  const sorted = Array.from(mixed, (which) => windows[which]!).sort((a, b) => lengthOf(a) - lengthOf(b));
  const batches: Window[][] = [];
  let held = Number.POSITIVE_INFINITY;
  for (const window of sorted) {
    if (held + lengthOf(window) / 2 > events) {
      batches.push([]);
      held = 0;
    }
    batches.at(-1)!.push(window);
    held += lengthOf(window);
  }
  return Array.from(
    randomOrder(draw.seed, `batches ${draw.epoch}`, batches.length),
    (which) => batches[which]!,
  );
}
