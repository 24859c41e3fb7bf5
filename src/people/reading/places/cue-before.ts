/** The cue that ends before a word. */
import type { TextDocument } from '../document.ts';
import type { TextMatcher } from '../phrases/phrase-group.ts';
import { cueConfidence, type PlaceCue } from './compile-place-cues.ts';

/** By word: the cue that ends before it; the longest of several, and the weaker of two with equal length. */
export function cuesByEnd(
  document: TextDocument,
  cues: TextMatcher<PlaceCue>,
): ReadonlyMap<number, PlaceCue> {
  const byEnd = new Map<number, PlaceCue>();
  const lengths = new Map<number, number>();
  for (const { first, last, payload } of cues.matches(document)) {
    const length = last - first;
    const known = lengths.get(last) ?? 0;
    const isWeaker = length === known && cueConfidence[payload] < cueConfidence[byEnd.get(last)!];
    if (length <= known && !isWeaker) continue;
    lengths.set(last, length);
    byEnd.set(last, payload);
  }
  return byEnd;
}

export function cueBefore(
  document: TextDocument,
  at: number,
  byEnd: ReadonlyMap<number, PlaceCue>,
): PlaceCue | undefined {
  // "Cape Town. New job" has no label, "Town:\nLeeds" has one.
  const { gap } = document.words[at]!;
  const endsBefore = gap !== ' ' && /^\s*[.!?]/.test(gap);
  return (endsBefore ? undefined : byEnd.get(at)) ?? cueOfMark(gap);
}

/** "analyst @ Pune" */
const cueOfMark = (gap: string): PlaceCue | undefined =>
  gap.includes('@') && /(?:^|\s)@\s+$/.test(gap) ? 'in' : undefined;
