/**
 * Tempers log-odds on texts that were not fitted on, of other wordings and other domains. A model is too sure
 * of the texts of its fit. A slope is fitted (temperature scaling, Guo et al., 2017) and becomes a part of
 * the weights.
 */

import type { DecisionModelFile } from '../../../src/people/reading/decision/decision-model.ts';
import { decisionModelOf } from '../../../src/people/reading/decision/decision-model.ts';
import { phraseFeatures } from '../../../src/people/reading/side/decide-side.ts';
import { sigmoid } from '../../../src/platform/numeric/logistic.ts';
import { SparseRowsBuilder } from '../../../src/platform/numeric/sparse-rows.ts';
import { fitLabelled } from '../fit-labelled.ts';
import type { SidedText } from './fit-sides.ts';
import type { LabelledCandidate } from './labelled-candidates.ts';

type Weights = Readonly<Record<string, number>>;
interface Row {
  readonly logOdds: number;
  readonly isRight: boolean;
  readonly weight: number;
}

/** Penalty on the slope's distance from 1. */
const PENALTY = 1;

function slopeOf(rows: readonly Row[]): number {
  const builder = new SparseRowsBuilder(1);
  for (const { logOdds } of rows) {
    builder.add(0, logOdds);
    builder.endRow();
  }
  // The slope is fitted as a difference from 1.
  const theta = fitLabelled(builder, rows, Float64Array.of(PENALTY), ({ logOdds }) => logOdds);
  return 1 + theta[0]!;
}

const scaled = (weights: Weights, slope: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * slope * 1e4) / 1e4]),
  );

/**
 * The share of right candidates that is reached where nothing speaks against one. `rows`: candidates of
 * domains that the weights were not fitted on. The most likely of some shares.
 */
const CEILINGS = [1, 0.9975, 0.995, 0.9925, 0.99, 0.985, 0.98, 0.975, 0.97, 0.96, 0.95];

function ceilingOf(rows: readonly Row[], slope: number): number {
  const logLikelihood = (ceiling: number) => {
    let sum = 0;
    for (const { logOdds, isRight, weight } of rows) {
      const probability = ceiling * sigmoid(slope * logOdds);
      sum += weight * Math.log(Math.max(1e-9, isRight ? probability : 1 - probability));
    }
    return sum;
  };
  return CEILINGS.reduce((best, ceiling) => (logLikelihood(ceiling) > logLikelihood(best) ? ceiling : best));
}

/** Candidates of a domain and the model that was fitted without the domain. */
export interface LeftOut {
  readonly model: Pick<DecisionModelFile, 'weights' | 'effects' | 'numbers' | 'sides'>;
  readonly labelled: readonly LabelledCandidate[];
}

export function temper(
  { weights, effects }: Pick<DecisionModelFile, 'weights' | 'effects'>,
  leftOut: readonly LeftOut[],
): { readonly weights: Weights; readonly effects: Weights; readonly ceiling: number } {
  const rows = leftOut.flatMap(({ model, labelled }) => {
    const { logOdds } = decisionModelOf({ card: { seed: 0, command: '' }, ceiling: 1, ...model });
    return labelled.map(({ features, field, value, isRight, weight }) => ({
      logOdds: logOdds(features, field, value),
      isRight,
      weight,
    }));
  });
  const slope = slopeOf(rows);
  const ceiling = ceilingOf(rows, slope);
  console.log(`candidates: tempered by ${slope.toFixed(2)}, at most ${ceiling}`);
  return { weights: scaled(weights, slope), effects: scaled(effects, slope), ceiling };
}

/** Log-odds of the right side against each other one; each text counts the same. */
export function temperSides(sides: Weights, texts: readonly SidedText[]): Record<string, number> {
  const rows = texts.flatMap((text) =>
    text.sides.flatMap((other) => {
      if (other === text.side) return [];
      const logOdds = logOddsOf(sides, text, text.side) - logOddsOf(sides, text, other);
      return [
        { logOdds, isRight: true, weight: 0.5 },
        { logOdds: -logOdds, isRight: false, weight: 0.5 },
      ];
    }),
  );
  const slope = slopeOf(rows);
  const right = rows.filter(({ logOdds, isRight }) => logOdds > 0 === isRight).length / rows.length;
  console.log(
    `sides: ${(100 * right).toFixed(1)} % right on other wordings; tempered by ${slope.toFixed(2)}`,
  );
  return scaled(sides, slope);
}

function logOddsOf(weights: Weights, { decision, sides }: SidedText, side: string): number {
  const x = decision.phrases[sides.indexOf(side)]!;
  let sum = 0;
  for (const [at, name] of phraseFeatures.entries()) sum += (weights[name] ?? 0) * x[at]!;
  return sum;
}
