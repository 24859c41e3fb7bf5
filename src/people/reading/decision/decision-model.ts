/**
 * The model that gives each candidate the probability of being right. It is a logistic regression over the
 * candidate's features, with effects of the field and of the value in it. It is fitted by
 * `eval/extraction-fit.ts` and shipped as `models/extraction-decision/model.json`.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { featureNames } from './feature-names.ts';

const Weights = z.record(z.string(), z.number());
export const DecisionModelFile = z.strictObject({
  /** How it was fitted, with its figures; `README.md` beside the file explains them. */
  card: z.looseObject({ seed: z.number(), command: z.string() }),
  /** Log-odds by feature. */
  weights: Weights,
  /** Log-odds by "domain.field" and "domain.field=value": how far they can be trusted beyond the features. */
  effects: Weights,
  /** By "domain.field": mean and deviation of the logarithms of the field's numbers. */
  numbers: z.record(z.string(), z.tuple([z.number(), z.number().positive()])),
  /**
   * The share of right ones among candidates that nothing speaks against. The rest are errors that no feature
   * foresees.
   */
  ceiling: z.number().min(0.5).max(1),
  /** Sides: log-odds by feature, and by "domain.side feature" (`side/`). */
  sides: Weights,
});
export type DecisionModelFile = z.infer<typeof DecisionModelFile>;

export interface DecisionModel {
  /** Log-odds of a candidate with these features. */
  logOdds(features: Float64Array, field: string, value: string | null): number;
  probability(features: Float64Array, field: string, value: string | null): number;
  /** How many deviations beyond two the number is from the usual ones of the field, at most 3; 0: unknown. */
  surpriseOf(field: string, value: number): number;
  /** The features that speak most for (positive) or against the candidate. */
  evidence(features: Float64Array): readonly { readonly name: string; readonly logOdds: number }[];
  readonly sides: Readonly<Record<string, number>>;
}

const MAX_SURPRISE = 3;
/** Deviations that are nothing unusual. */
const USUAL = 2;

export function decisionModelOf({
  weights,
  effects,
  numbers,
  ceiling,
  sides,
}: DecisionModelFile): DecisionModel {
  const byFeature = Float64Array.from(featureNames, (name) => weights[name] ?? 0);
  const logOdds = (features: Float64Array, field: string, value: string | null): number => {
    let sum = effects[field] ?? 0;
    if (value !== null) sum += effects[`${field}=${value}`] ?? 0;
    // Nearly all features are 0.
    for (let at = 0; at < byFeature.length; at++) {
      const feature = features[at]!;
      if (feature !== 0) sum += byFeature[at]! * feature;
    }
    return sum;
  };
  return {
    logOdds,
    probability: (features, field, value) => ceiling * sigmoid(logOdds(features, field, value)),
    surpriseOf: (field, value) => {
      const usual = numbers[field];
      if (usual === undefined || value <= 0) return 0;
      const deviations = Math.abs(Math.log(value) - usual[0]) / usual[1];
      return Math.min(MAX_SURPRISE, Math.max(0, deviations - USUAL));
    },
    evidence: (features) =>
      featureNames
        .map((name, at) => ({ name, logOdds: byFeature[at]! * features[at]! }))
        .filter(({ name, logOdds }) => name !== 'bias' && Math.abs(logOdds) > 0.05)
        .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds)),
    sides,
  };
}

let shipped: DecisionModel | undefined;

/** Reads the shipped model on the first call and keeps it. */
export function shippedDecisionModel(): DecisionModel {
  shipped ??= decisionModelOf(DecisionModelFile.parse(JSON.parse(readFileSync(shippedModelFile, 'utf8'))));
  return shipped;
}

export const shippedModelFile = new URL('../../../../models/extraction-decision/model.json', import.meta.url);
