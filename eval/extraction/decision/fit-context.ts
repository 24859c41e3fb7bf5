/**
 * Fits what the words around a candidate add to the log-odds of a decision: ridge-penalised logistic
 * regression.
 */
import { SparseRowsBuilder } from '../../../src/platform/numeric/sparse-rows.ts';
import { fitLabelled } from '../fit-labelled.ts';

export interface ReadCandidate {
  /** The log-odds of the decision without the words. */
  readonly logOdds: number;
  readonly context: ReadonlySet<string>;
  readonly isRight: boolean;
}

/** Penalty on the squared log-odds of a word: the inverse of their variance. */
const PENALTY = 12;
/** A word of fewer candidates is left out. */
const LEAST_CANDIDATES = 3;

/** Log-odds by word. */
export function fitContext(candidates: readonly ReadCandidate[]): ReadonlyMap<string, number> {
  const names = frequentOf(candidates);
  const columns = new Map(names.map((name, at) => [name, at]));
  const builder = new SparseRowsBuilder(names.length);
  for (const { context } of candidates) {
    for (const name of context) {
      const column = columns.get(name);
      if (column !== undefined) builder.add(column, 1);
    }
    builder.endRow();
  }
  const precision = new Float64Array(names.length).fill(PENALTY);
  const theta = fitLabelled(builder, candidates, precision, ({ logOdds }) => logOdds);
  return new Map(names.map((name, at) => [name, theta[at]!]));
}

export function contextLogOdds(weights: ReadonlyMap<string, number>, context: ReadonlySet<string>): number {
  let sum = 0;
  for (const name of context) sum += weights.get(name) ?? 0;
  return sum;
}

function frequentOf(candidates: readonly ReadCandidate[]): string[] {
  const counts = new Map<string, number>();
  for (const { context } of candidates)
    for (const name of context) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= LEAST_CANDIDATES).map(([name]) => name);
}
