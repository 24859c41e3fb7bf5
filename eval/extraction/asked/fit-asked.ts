/** Fits which words speak for something that is asked for: ridge-penalised logistic regression. */

import type { AskedModelFile } from '../../../src/people/reading/asked/asked-words.ts';
import { SparseRowsBuilder } from '../../../src/platform/numeric/sparse-rows.ts';
import { fitLabelled } from '../fit-labelled.ts';
import type { Mention } from './mentions.ts';

/** Penalty on the squared log-odds of a word: the inverse of their variance. */
const PENALTY = 3;
/** A feature of fewer mentions is left out. */
const LEAST_MENTIONS = 2;
/** Weaker words are not shipped. */
const LEAST_LOG_ODDS = 0.01;

export function fitAsked(mentions: readonly Mention[]): AskedModelFile['domains'][string] {
  const names = frequentOf(mentions);
  const columns = new Map(names.map((name, at) => [name, at]));
  const builder = new SparseRowsBuilder(names.length + 1);
  for (const { features } of mentions) {
    builder.add(names.length, 1);
    for (const name of features) {
      const column = columns.get(name);
      if (column !== undefined) builder.add(column, 1);
    }
    builder.endRow();
  }
  const precision = new Float64Array(names.length + 1).fill(PENALTY);
  precision[names.length] = 0.1;
  const labelled = mentions.map(({ isAsked, weight }) => ({ isRight: isAsked, weight }));
  const theta = fitLabelled(builder, labelled, precision);
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  const known = names.flatMap((name, at) =>
    Math.abs(theta[at]!) < LEAST_LOG_ODDS ? [] : [[name, rounded(theta[at]!)] as const],
  );
  return { bias: rounded(theta[names.length]!), words: Object.fromEntries(known) };
}

function frequentOf(mentions: readonly Mention[]): string[] {
  const counts = new Map<string, number>();
  for (const { features } of mentions)
    for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= LEAST_MENTIONS).map(([name]) => name);
}
