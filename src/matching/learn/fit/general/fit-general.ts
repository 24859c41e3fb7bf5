/**
 * Fits the general tier: one multiplier for each kind of comparison, on the outcomes of all domains jointly.
 * It is a logistic regression shrunk to the prior's points (`ranking/models/general-kinds.ts`,
 * `general-rows.ts`). Each domain then gets a model: its general scorecard with these multipliers, calibrated
 * out of fold. The tier is shared by all tenants, so its models hold no person effects.
 *
 * Deterministic: the same sets, rows and seed give the same models on the same machine. Alternative:
 * docs/design/decisions/fitting-and-evaluation.md.
 */

import { setImmediate } from 'node:timers/promises';
import { byStage, type ModelStage, modelStages } from '../../../../contract/match-stages.ts';
import { fitLogistic } from '../../../../platform/numeric/fit-logistic.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { identityCurves } from '../../../ranking/calibration-curve.ts';
import { generalKinds, type Multipliers, multiplied } from '../../../ranking/models/general-kinds.ts';
import { declaredRate } from '../../../ranking/models/served-scorecard.ts';
import { createPairReader } from '../../../ranking/pair-reader.ts';
import type { RankingModel } from '../../../ranking/ranking-model.ts';
import { fitCalibration, showLevel } from '../fit-calibration.ts';
import { pairSides } from '../score-pairs.ts';
import { type GeneralPart, type GeneralRows, type GeneralWorld, generalRows } from './general-rows.ts';

export interface GeneralOptions {
  readonly version: string;
  readonly seed: number;
  readonly trainedAt: string;
  readonly signal?: AbortSignal;
  /** 0..1 */
  readonly progress?: (share: number) => void;
}

const FOLDS = 5;
/** Allows factors between about 0.5 and 1.5. */
const FACTOR_PRECISION = 8;
const INTERCEPT_PRECISION = 0.25;

/** Models in the order of the domains. Throws the signal's reason once aborted. */
export async function fitGeneral(
  worlds: readonly GeneralWorld[],
  options: GeneralOptions,
): Promise<readonly RankingModel[]> {
  const rows = generalRows(worlds, FOLDS, new SeededRandom(options.seed));
  const logOdds = rows.parts.map(({ evidence }) =>
    byStage(modelStages, () => new Float64Array(evidence.outcomes)),
  );
  for (let fold = 0; fold < FOLDS; fold++) {
    await pace(options, (0.9 * fold) / FOLDS);
    const fitted = fitMultipliers(
      rows,
      rows.learnable.filter((row) => rows.folds[row] !== fold),
    );
    rows.parts.forEach((part, at) => {
      readFold(part, uncalibrated(part, fitted, options), fold, logOdds[at]!);
    });
  }
  await pace(options, 0.9);
  const fitted = fitMultipliers(rows, rows.learnable);
  return rows.parts.map((part, at) => {
    const model = uncalibrated(part, fitted, options);
    const outcomes = rows.parts.reduce((sum, part) => sum + part.rows.length, 0);
    const triplets = rows.parts.reduce((sum, { set }) => sum + set.triplets.seekers.length, 0);
    const parts = { scorecard: reportOf(fitted, rows.parts) };
    const card = {
      ...model.card,
      calibration: calibrationsOf(part, logOdds[at]!),
      calibrated_on: showLevel(Uint8Array.from(part.rows, (n) => part.evidence.labels[n]!))
        ? part.rows.length
        : 0,
      outcomes,
      triplets,
      parts,
    };
    return { ...model, card };
  });
}

interface FittedMultipliers {
  readonly multipliers: Multipliers;
  /** All columns [D]. */
  readonly theta: Float64Array;
}

/** Clamps negative multipliers to 0, and refits the others around them. */
function fitMultipliers({ x, offsets, labels, weights }: GeneralRows, rows: Uint32Array): FittedMultipliers {
  const precision = new Float64Array(x.width).fill(INTERCEPT_PRECISION);
  precision.fill(FACTOR_PRECISION, 0, generalKinds.length);
  const held = new Uint8Array(x.width);
  let theta: Float64Array = new Float64Array(x.width);
  for (;;) {
    theta = fitLogistic({
      x,
      rows,
      labels,
      weights,
      offsets,
      precision,
      stiff: [],
      held,
      start: theta,
    }).theta;
    const below = generalKinds.findIndex((_, kind) => held[kind] === 0 && theta[kind]! < -1);
    if (below === -1) break;
    theta[below] = -1;
    held[below] = 1;
  }
  const multipliers = Object.fromEntries(generalKinds.map((kind, at) => [kind, 1 + theta[at]!]));
  return { multipliers: multipliers as Multipliers, theta };
}

function uncalibrated(
  { base, intercept }: GeneralPart,
  { multipliers, theta }: FittedMultipliers,
  { version, trainedAt }: GeneralOptions,
): RankingModel {
  const scorecard = multiplied(base.card.scorecard, multipliers, theta[intercept]!);
  const card = { ...base.card, scorecard, version, parent_version: base.card.version, trained_at: trainedAt };
  const calibration = byStage(modelStages, () => identityCurves);
  return { ...base, card: { ...card, tier: 'general', calibration } };
}

type StageColumns = Record<ModelStage, Float64Array>;

function readFold(part: GeneralPart, model: RankingModel, fold: number, logOdds: StageColumns): void {
  const { set, people, evidence, folds, rows } = part;
  const reader = createPairReader({ ...model, words: set.words }, set.definition, set.frozenAtMs);
  const sides = pairSides(model, set.outcomes.people, people);
  for (const n of rows) {
    if (folds[n] !== fold) continue;
    const read = reader.logOdds(sides[evidence.raters[n]!]!, sides[evidence.rated[n]!]!);
    for (const stage of modelStages) logOdds[stage][n] = read[stage];
  }
}

function calibrationsOf({ set, rows, evidence, people, folds }: GeneralPart, logOdds: StageColumns) {
  return byStage(modelStages, (stage) => {
    const held = {
      logOdds: Float64Array.from(rows, (n) => logOdds[stage][n]!),
      labels: Uint8Array.from(rows, (n) => evidence.labels[n]!),
      weights: Float64Array.from(rows, (n) => evidence.counts[n]!),
      sides: Array.from(rows, (n) => people.sides[evidence.raters[n]!]!),
      folds: Uint8Array.from(rows, (n) => folds[n]!),
    };
    return fitCalibration(held, declaredRate(set.definition));
  });
}

function reportOf({ multipliers }: FittedMultipliers, parts: readonly GeneralPart[]) {
  const domains = parts.map(({ set }) => set.definition.domain).join(', ');
  return {
    kept: true,
    reason: `by kind of comparison, how much stronger than its rule the general scorecard is made; from ${domains}`,
    figures: { ...multipliers },
  };
}

async function pace({ signal, progress }: GeneralOptions, share: number): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
  progress?.(share);
}
