/**
 * The windows that an epoch learns from. A fit that goes on from a base model learns all new events, each
 * with the items before it. It learns about as many earlier events. It thus costs a fraction of a fit on
 * everything and forgets little. Each pass draws other earlier windows.
 */
import { randomOrder } from '../../../../platform/numeric/random-streams.ts';
import type { Histories } from '../../histories/histories.ts';
import { type Draw, targetCount, type Window, windowsOf } from './windows.ts';

type Timed = Pick<Histories, 'offsets' | 'timestampsMs'>;

/** `newSinceMs`: events after it are new, milliseconds since 1970; absent: all windows are learned. */
export function windowsToLearn(
  histories: Timed,
  longest: number,
  draw: Draw,
  newSinceMs?: number,
): readonly Window[] {
  if (newSinceMs === undefined) return windowsOf(histories, longest, draw);
  const firstNew = firstNewEvents(histories, newSinceMs);
  const newer = newerWindows(histories, longest, firstNew);
  const wanted = targetsIn(newer);
  const earlier = windowsOf(histories, longest, draw, firstNew);
  if (wanted === 0 || wanted >= targetsIn(earlier)) return windowsOf(histories, longest, draw);
  return [...newer, ...sampled(earlier, wanted, draw)];
}

/** The number of events that an epoch learns from. */
export function learnedEvents(histories: Timed, newSinceMs: number): number {
  const firstNew = firstNewEvents(histories, newSinceMs);
  const E = histories.offsets.at(-1) ?? 0;
  const fresh = firstNew.reduce((sum, at, person) => sum + histories.offsets[person + 1]! - at, 0);
  return fresh === 0 ? E : Math.min(E, 2 * fresh);
}

/** By person: the position of the first new event, or the end of the history. */
function firstNewEvents({ offsets, timestampsMs }: Timed, newSinceMs: number): Uint32Array {
  return Uint32Array.from({ length: offsets.length - 1 }, (_, person) => {
    let first = offsets[person + 1]!;
    while (first > offsets[person]! && timestampsMs[first - 1]! > newSinceMs) first--;
    return first;
  });
}

/** Cut from the end of each history, so that new events have as many items before them as a window holds. */
function newerWindows({ offsets }: Timed, longest: number, firstNew: Uint32Array): readonly Window[] {
  const windows: Window[] = [];
  for (const [person, first] of firstNew.entries()) {
    const [start, last] = [offsets[person]!, offsets[person + 1]! - 1];
    for (let end = last; end > start && end >= first; end -= longest) {
      const from = Math.max(start, end - longest);
      windows.push(first > from ? { start: from, end, firstTarget: first } : { start: from, end });
    }
  }
  return windows;
}

function sampled(windows: readonly Window[], targets: number, { seed, epoch }: Draw): readonly Window[] {
  const drawn: Window[] = [];
  let held = 0;
  for (const which of randomOrder(seed, `earlier windows ${epoch}`, windows.length)) {
    if (held >= targets) break;
    drawn.push(windows[which]!);
    held += targetCount(windows[which]!);
  }
  return drawn;
}

function targetsIn(windows: readonly Window[]): number {
  return windows.reduce((sum, window) => sum + targetCount(window), 0);
}
