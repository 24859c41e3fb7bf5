/**
 * The training windows of an epoch: cuts of histories in which every item but the first is a target once.
 *
 * A history longer than a window is cut at random positions that change with the epoch. No event is dropped,
 * and each is near the beginning and near the end of a window in turn.
 */
import { randomOrder, randomUniform } from '../../../numeric/random-streams.ts';
import type { Histories } from '../../histories/histories.ts';

export interface Window {
  /**
   * Positions in `Histories.items`: read from `start`, the last target stands at `end`. Length `end - start`.
   */
  readonly start: number;
  readonly end: number;
}

/** Of all people with two items and more, in their order. */
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
 * Batches of about `events` targets each, of windows of like length, so that little is padding; which windows
 * meet and the order of the batches are the epoch's.
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
