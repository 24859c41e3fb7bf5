/**
 * Fits the weights of the evidence: a logistic regression over claims, with a ridge that pulls towards the
 * weights that it starts from.
 */
import { fitLogistic } from '../../../platform/numeric/fit-logistic.ts';
import { SparseRowsBuilder } from '../../../platform/numeric/sparse-rows.ts';
import type { DecisionWeights } from '../network/decision-weights.ts';
import { type EvidenceName, type EvidenceWeights, evidenceNames } from '../network/evidence-names.ts';
import type { ExampleText } from './example.ts';

/** Precision of the priors: of a weight, and of the effect of a field. */
const PRIOR = { weight: 1, effect: 6 };

/** Precision of a weight that stays. */
const FIXED = 1e9;

export type Fitted = Pick<DecisionWeights, 'weights' | 'effects'>;

const nothing: Fitted = {
  weights: Object.fromEntries(evidenceNames.map((name) => [name, 0])) as EvidenceWeights,
  effects: {},
};

/** `effects`: the names of those that are fitted; other fields keep theirs. So do weights beside `moved`. */
export function fitEvidence(
  texts: readonly ExampleText[],
  effects: readonly string[],
  start: Fitted = nothing,
  moved: readonly EvidenceName[] = evidenceNames,
): Fitted {
  const width = evidenceNames.length;
  const columns = new Map(effects.map((name, at) => [name, width + at]));
  const builder = new SparseRowsBuilder(width + effects.length);
  const labels: number[] = [];
  const weights: number[] = [];
  const offsets: number[] = [];
  for (const { examples, weight } of texts) {
    for (const { features, effect, isRight } of examples) {
      let offset = start.effects[effect] ?? 0;
      for (const [at, name] of evidenceNames.entries()) {
        builder.add(at, features[at]!);
        offset += features[at]! * start.weights[name];
      }
      const column = columns.get(effect);
      if (column !== undefined) builder.add(column, 1);
      builder.endRow();
      labels.push(isRight ? 1 : 0);
      weights.push(weight);
      offsets.push(offset);
    }
  }
  const { theta } = fitLogistic({
    x: builder.build(),
    rows: Uint32Array.from(labels.keys()),
    labels: Uint8Array.from(labels),
    weights: Float64Array.from(weights),
    offsets: Float64Array.from(offsets),
    precision: Float64Array.from({ length: width + effects.length }, (_, at) =>
      at >= width ? PRIOR.effect : moved.includes(evidenceNames[at]!) ? PRIOR.weight : FIXED,
    ),
    stiff: [],
  });
  const added = (before: number, at: number) => Math.round((before + theta[at]!) * 1e3) / 1e3;
  return {
    weights: Object.fromEntries(
      evidenceNames.map((name, at) => [name, added(start.weights[name], at)]),
    ) as EvidenceWeights,
    effects: {
      ...start.effects,
      ...Object.fromEntries(effects.map((name, at) => [name, added(start.effects[name] ?? 0, width + at)])),
    },
  };
}
