/**
 * Tempers log-odds on texts of wordings that were not fitted on: a model is too sure of what it has seen. A slope
 * and a shift are fitted (Platt, 1999) and become a part of the weights.
 */
import type { DecisionModelFile } from '../../../src/extraction/decision/decision-model.ts';
import { decisionModelOf } from '../../../src/extraction/decision/decision-model.ts';
import { phraseFeatures } from '../../../src/extraction/side/decide-side.ts';
import { styleNames } from '../../../src/extraction/side/text-style.ts';
import { fitLogistic } from '../../../src/learn/fit/penalised-logistic.ts';
import { SparseRowsBuilder } from '../../../src/learn/fit/sparse-rows.ts';
import type { SidedText } from './fit-sides.ts';
import type { LabelledCandidate } from './labelled-candidates.ts';

type Weights = Readonly<Record<string, number>>;
interface Row {
  readonly logOdds: number;
  readonly isRight: boolean;
  readonly weight: number;
}

/** Of the slope's and the shift's distance from 1 and 0. */
const PENALTY = 1;

function plattOf(rows: readonly Row[], hasShift: boolean): readonly [slope: number, shift: number] {
  const builder = new SparseRowsBuilder(2);
  for (const { logOdds } of rows) {
    builder.add(0, logOdds);
    if (hasShift) builder.add(1, 1);
    builder.endRow();
  }
  const { theta } = fitLogistic({
    x: builder.build(),
    rows: Uint32Array.from(rows.keys()),
    labels: Uint8Array.from(rows, ({ isRight }) => (isRight ? 1 : 0)),
    weights: Float64Array.from(rows, ({ weight }) => weight),
    // The slope is fitted as a difference from 1.
    offsets: Float64Array.from(rows, ({ logOdds }) => logOdds),
    precision: Float64Array.of(PENALTY, PENALTY),
    stiff: [],
  });
  return [1 + theta[0]!, theta[1]!];
}

const scaled = (weights: Weights, slope: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * slope * 1e4) / 1e4]),
  );

export function temper(
  model: Pick<DecisionModelFile, 'weights' | 'effects' | 'numbers' | 'sides'>,
  labelled: readonly LabelledCandidate[],
): { readonly weights: Weights; readonly effects: Weights } {
  const { logOdds } = decisionModelOf({ card: { seed: 0, command: '' }, ...model });
  const rows = labelled.map(({ features, field, value, isRight, weight }) => ({
    logOdds: logOdds(features, field, value),
    isRight,
    weight,
  }));
  const [slope, shift] = plattOf(rows, true);
  console.log(`candidates: tempered by ${slope.toFixed(2)}, ${shift.toFixed(2)}`);
  const weights = scaled(model.weights, slope);
  return { weights: { ...weights, bias: weights.bias! + shift }, effects: scaled(model.effects, slope) };
}

/** Sides have no shift: they are compared with each other. */
export function temperSides(sides: Weights, texts: readonly SidedText[]): Record<string, number> {
  const rows = texts.flatMap((text) =>
    text.sides.flatMap((other) => {
      if (other === text.side) return [];
      const logOdds = logOddsOf(sides, text, text.side) - logOddsOf(sides, text, other);
      return [
        { logOdds, isRight: true, weight: text.weight / 2 },
        { logOdds: -logOdds, isRight: false, weight: text.weight / 2 },
      ];
    }),
  );
  const [slope] = plattOf(rows, false);
  console.log(`sides: tempered by ${slope.toFixed(2)}`);
  return scaled(sides, slope);
}

function logOddsOf(weights: Weights, { decision, sides, domain }: SidedText, side: string): number {
  const x = decision.phrases[sides.indexOf(side)]!;
  let sum = 0;
  for (const [at, name] of phraseFeatures.entries()) sum += (weights[name] ?? 0) * x[at]!;
  for (const [at, name] of styleNames.entries())
    sum += (weights[`${domain}.${side} ${name}`] ?? 0) * (decision.style?.[at] ?? 0);
  return sum;
}
