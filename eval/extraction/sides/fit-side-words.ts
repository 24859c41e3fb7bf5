/**
 * Fits how much each word of a text speaks for each side. No side is one more answer, whose log-odds are 0.
 * For every text the right answer is compared with each other one: the difference is a row of a logistic
 * regression.
 */

import { type DomainWords, weightOfFeature } from '../../../src/people/reading/side/side-words.ts';
import { fitLogistic } from '../../../src/platform/numeric/fit-logistic.ts';
import { SparseRowsBuilder } from '../../../src/platform/numeric/sparse-rows.ts';
import type { SideText } from './read-side-texts.ts';

/** Penalty on the squared log-odds of a feature: the inverse of their variance. */
const PENALTY = 0.12;
const PENALTY_OF_BIAS = 0.01;
/** A feature of fewer texts is left out. */
const LEAST_TEXTS = 2;
/** Smaller log-odds are left out of the file. */
const LEAST_LOG_ODDS = 0.1;
const BIAS = '';

export function fitSideWords(sides: readonly string[], texts: readonly SideText[]): DomainWords {
  const names = [BIAS, ...namesOf(texts)];
  const positions = new Map(names.map((name, at) => [name, at]));
  const columns = names.length * sides.length;
  const builder = new SparseRowsBuilder(columns);
  const labels: number[] = [];
  const weights: number[] = [];
  const addAnswer = ({ features, wordCount }: SideText, side: number | null, sign: number) => {
    // No side has no weights.
    if (side === null) return;
    const from = side * names.length;
    builder.add(from, sign);
    const value = sign * weightOfFeature(wordCount);
    for (const feature of features) {
      const at = positions.get(feature);
      if (at !== undefined) builder.add(from + at, value);
    }
  };
  for (const text of texts) {
    for (const other of [...sides.keys(), null]) {
      if (other === text.side) continue;
      // Both ways round, so that no answer is preferred.
      for (const sign of [1, -1]) {
        addAnswer(text, text.side, sign);
        addAnswer(text, other, -sign);
        builder.endRow();
        labels.push(sign > 0 ? 1 : 0);
        weights.push(text.weight / 2);
      }
    }
  }
  const { theta } = fitLogistic({
    x: builder.build(),
    rows: Uint32Array.from(labels.keys()),
    labels: Uint8Array.from(labels),
    weights: Float64Array.from(weights),
    offsets: new Float64Array(labels.length),
    precision: Float64Array.from({ length: columns }, (_, at) =>
      at % names.length === 0 ? PENALTY_OF_BIAS : PENALTY,
    ),
    stiff: [],
  });
  const logOdds = (at: number) =>
    sides.map((_, side) => Math.round(theta[side * names.length + at]! * 100) / 100);
  const words = names
    .map((name, at) => [name, logOdds(at)] as const)
    .filter(([name, odds]) => name !== BIAS && odds.some((each) => Math.abs(each) >= LEAST_LOG_ODDS));
  return { sides: [...sides], bias: logOdds(0), words: Object.fromEntries(words) };
}

function namesOf(texts: readonly SideText[]): string[] {
  const counts = new Map<string, number>();
  for (const { features } of texts)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= LEAST_TEXTS)
    .map(([name]) => name)
    .sort();
}
