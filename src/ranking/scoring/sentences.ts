/**
 * For each sentence of one person, the nearest sentence of the other. Directional: one sentence may be
 * matched by one of eight, while most of the eight have no match.
 */
import { mean } from '../../numeric/statistics.ts';
import { dot } from '../../numeric/vectors.ts';
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
    for (const other of theirs) {
      const cosine = dot(sentence.vector, other.vector);
      if (cosine > best.cosine) best = { mine: sentence, theirs: other, cosine };
    }
    return best;
  });
}

/** Mean cosine of the `best` best-matched sentences; NaN without sentences. */
export function sentenceSimilarity(nearest: readonly NearestSentence[], best: number): number {
  return meanOfBest(
    nearest.map(({ cosine }) => cosine),
    best,
  );
}

/** `sentenceSimilarity` in both directions; each cosine is symmetric and computed once. */
export function sentenceSimilarities(
  mine: readonly Sentence[],
  theirs: readonly Sentence[],
  best: number,
): { readonly forward: number; readonly backward: number } {
  if (mine.length === 0 || theirs.length === 0) return { forward: Number.NaN, backward: Number.NaN };
  const ofMine = new Array<number>(mine.length).fill(Number.NEGATIVE_INFINITY);
  const ofTheirs = new Array<number>(theirs.length).fill(Number.NEGATIVE_INFINITY);
  for (let m = 0; m < mine.length; m++) {
    for (let t = 0; t < theirs.length; t++) {
      const cosine = dot(mine[m]!.vector, theirs[t]!.vector);
      if (cosine > ofMine[m]!) ofMine[m] = cosine;
      if (cosine > ofTheirs[t]!) ofTheirs[t] = cosine;
    }
  }
  return { forward: meanOfBest(ofMine, best), backward: meanOfBest(ofTheirs, best) };
}

function meanOfBest(cosines: number[], best: number): number {
  return mean(cosines.sort((a, b) => b - a).slice(0, best));
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
