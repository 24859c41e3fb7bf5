/**
 * For each sentence of one person, the nearest sentence of the other. Directional: one sentence may be
 * matched by one of eight, while most of the eight have no match.
 */
import { dot } from '../../../platform/numeric/vectors.ts';
import type { Sentence } from './person.ts';

export interface NearestSentence {
  readonly mine: Sentence;
  readonly theirs: Sentence;
  /** -1..1 */
  readonly cosine: number;
}

/** One entry for each of my sentences, in order; empty where either side has none. */
export function nearestSentences(
  mine: readonly Sentence[],
  theirs: readonly Sentence[],
): readonly NearestSentence[] {
  const [first] = theirs;
  if (first === undefined) return [];
  return mine.map((sentence) => {
    let best: NearestSentence = { mine: sentence, theirs: first, cosine: dot(sentence.vector, first.vector) };
    for (let t = 1; t < theirs.length; t++) {
      const other = theirs[t]!;
      const cosine = dot(sentence.vector, other.vector);
      if (cosine > best.cosine) best = { mine: sentence, theirs: other, cosine };
    }
    return best;
  });
}

/** Mean cosine of the `best` best-matched sentences; NaN without sentences. */
export function sentenceSimilarity(nearest: readonly NearestSentence[], best: number): number {
  const cosines = Float64Array.from(nearest, ({ cosine }) => cosine);
  return meanOfBest(cosines, cosines.length, best);
}

/** `sentenceSimilarity` in both directions; each cosine is symmetric and computed once. */
export function sentenceSimilarities(
  mine: readonly Sentence[],
  theirs: readonly Sentence[],
  best: number,
): { readonly forward: number; readonly backward: number } {
  if (mine.length === 0 || theirs.length === 0) return { forward: Number.NaN, backward: Number.NaN };
  if (Math.max(mine.length, theirs.length) > ofMine.length) {
    [ofMine, ofTheirs] = bestCosines(2 * Math.max(mine.length, theirs.length));
  }
  ofMine.fill(Number.NEGATIVE_INFINITY, 0, mine.length);
  ofTheirs.fill(Number.NEGATIVE_INFINITY, 0, theirs.length);
  for (let m = 0; m < mine.length; m++) {
    for (let t = 0; t < theirs.length; t++) {
      const cosine = dot(mine[m]!.vector, theirs[t]!.vector);
      if (cosine > ofMine[m]!) ofMine[m] = cosine;
      if (cosine > ofTheirs[t]!) ofTheirs[t] = cosine;
    }
  }
  return {
    forward: meanOfBest(ofMine, mine.length, best),
    backward: meanOfBest(ofTheirs, theirs.length, best),
  };
}

/** The best cosine of each sentence, used again by every pair; they grow with the longest text. */
let [ofMine, ofTheirs] = bestCosines(16);

function bestCosines(length: number) {
  return [new Float64Array(length), new Float64Array(length)] as const;
}

/** Sorts the first `length` cosines, of which there are few, and adds up the best in that order. */
function meanOfBest(cosines: Float64Array, length: number, best: number): number {
  for (let n = 1; n < length; n++) {
    const cosine = cosines[n]!;
    let at = n;
    for (; at > 0 && cosines[at - 1]! < cosine; at--) cosines[at] = cosines[at - 1]!;
    cosines[at] = cosine;
  }
  const counted = Math.min(length, best);
  let sum = 0;
  for (let n = 0; n < counted; n++) sum += cosines[n]!;
  return sum / counted;
}

const QUOTED_CHARACTERS = 110;

/** A sentence as it is quoted: one line, cut at a word. */
export function quote(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= QUOTED_CHARACTERS) return line;
  const cut = line.slice(0, QUOTED_CHARACTERS);
  const space = cut.lastIndexOf(' ');
  return `${(space > QUOTED_CHARACTERS / 2 ? cut.slice(0, space) : cut).toWellFormed().replace(/\uFFFD$/u, '')}…`;
}
