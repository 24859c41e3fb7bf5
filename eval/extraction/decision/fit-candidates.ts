/** Fits the weights of features and the effects of fields and values: ridge-penalised logistic regression. */

import { featureNames } from '../../../src/people/reading/decision/feature-names.ts';
import { SparseRowsBuilder } from '../../../src/platform/numeric/sparse-rows.ts';
import { fitLabelled } from '../fit-labelled.ts';
import type { LabelledCandidate } from './labelled-candidates.ts';

/**
 * Penalties: of a feature, of a field's effect, of a value's effect. Fields and values are shrunk to no
 * effect.
 */
const PENALTY = { feature: 1, field: 4, value: 12 };
/** Rarer fields and values have no effect of their own. */
const MIN_CANDIDATES = 30;
/**
 * Written texts have fewer sizes than real ones: numbers up to e^4 times the usual ones are nothing unusual.
 */
const LEAST_DEVIATION = 2;
/** A number of a field needs so many right values to have a usual size. */
const MIN_NUMBERS = 20;

export interface FittedCandidates {
  readonly weights: Readonly<Record<string, number>>;
  readonly effects: Readonly<Record<string, number>>;
}

export function fitCandidates(labelled: readonly LabelledCandidate[]): FittedCandidates {
  const effectNames = [
    ...frequent(labelled.map(({ field }) => field)),
    ...frequent(labelled.flatMap(valueName)),
  ];
  const columnOf = new Map(effectNames.map((name, at) => [name, featureNames.length + at]));
  const width = featureNames.length + effectNames.length;
  const builder = new SparseRowsBuilder(width);
  for (const candidate of labelled) {
    for (const [at, value] of candidate.features.entries()) builder.add(at, value);
    for (const name of [candidate.field, ...valueName(candidate)]) {
      const column = columnOf.get(name);
      if (column !== undefined) builder.add(column, 1);
    }
    builder.endRow();
  }
  const precision = Float64Array.from({ length: width }, (_, at) => {
    if (at < featureNames.length) return at === 0 ? 0.01 : PENALTY.feature;
    return effectNames[at - featureNames.length]!.includes('=') ? PENALTY.value : PENALTY.field;
  });
  const theta = fitLabelled(builder, labelled, precision);
  const rounded = (at: number) => Math.round(theta[at]! * 1e4) / 1e4;
  return {
    weights: Object.fromEntries(featureNames.map((name, at) => [name, rounded(at)])),
    effects: Object.fromEntries(effectNames.map((name, at) => [name, rounded(featureNames.length + at)])),
  };
}

const valueName = ({ field, value }: LabelledCandidate): string[] =>
  value === null ? [] : [`${field}=${value}`];

function frequent(names: readonly string[]): string[] {
  return [...Map.groupBy(names, (name) => name)]
    .filter(([, all]) => all.length >= MIN_CANDIDATES)
    .map(([name]) => name);
}

/** Mean and deviation of the logarithms of each field's right numbers. */
export function usualNumbers(labelled: readonly LabelledCandidate[]): Record<string, [number, number]> {
  const right = labelled.filter(({ isRight, number }) => isRight && number !== null && number > 0);
  const usual: Record<string, [number, number]> = {};
  for (const [field, all] of Map.groupBy(right, ({ field: name }) => name)) {
    if (all.length < MIN_NUMBERS) continue;
    const logs = all.map(({ number }) => Math.log(number!));
    const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
    const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length);
    usual[field] = [
      Math.round(mean * 1e3) / 1e3,
      Math.round(Math.max(LEAST_DEVIATION, deviation) * 1e3) / 1e3,
    ];
  }
  return usual;
}
