/**
 * Level and temperature of models on the newest outcomes of one tenant. Each pair is scored by the model as
 * it is now; its label is the rater's decision.
 *
 * A model of the tenant tier has learned the outcomes from before its training. So only later ones count:
 * they show whether its probabilities still hold.
 */

import type { TenantId } from '../../../contract/brands.ts';
import { byStage, modelStages } from '../../../contract/match-stages.ts';
import type { ActiveDomain } from '../../../domains/active-domain.ts';
import type { Store } from '../../../platform/storage/store.ts';
import type { StageCurves } from '../../ranking/models/calibrated-model.ts';
import type { StageModel } from '../../ranking/models/model-catalog.ts';
import { declaredRate } from '../../ranking/models/served-scorecard.ts';
import { fitLines, type RatedLogOdds, showLevel } from '../fit/fit-calibration.ts';
import { scoreStages } from '../fit/score-pairs.ts';
import { buildTrainingSet } from '../set/build-training-set.ts';
import type { TrainingSet } from '../training-set.ts';
import { FEWEST_OUTCOMES } from './calibration-due.ts';

/** Older outcomes do not count: probabilities are of today … */
const NEWEST = 2000;
const DAY_MS = 86_400_000;
/** … and an outcome weighs half as much for so much of its age. A quiet domain keeps its level. */
const HALF_LIFE_MS = 60 * DAY_MS;

interface Wanted extends Pick<ActiveDomain, 'definition' | 'labels'> {
  readonly tenantId: TenantId;
  readonly models: readonly StageModel[];
  readonly nowMs: number;
}

export interface FittedCalibration {
  readonly version: string;
  readonly outcomes: number;
  /** null: too few outcomes, or none that tells how often a choice is made. */
  readonly curves: StageCurves | null;
}

type Stores = Pick<Store, 'calibrations' | 'learning' | 'profiles' | 'encoders'>;

export type FitTenantCalibration = (stores: Stores, wanted: Wanted) => Promise<readonly FittedCalibration[]>;

export const fitTenantCalibration: FitTenantCalibration = async (stores, wanted) => {
  const set = await readNewest(stores, wanted);
  const fitted: FittedCalibration[] = [];
  for (const model of wanted.models) fitted.push(await calibrateModel(model, set));
  return fitted;
};

/** The newest outcomes as a training set without triplets and shown pairs. */
async function readNewest(
  { calibrations, learning, profiles, encoders }: Stores,
  { tenantId, definition, labels, nowMs }: Wanted,
): Promise<TrainingSet> {
  const newest = await calibrations.newestOutcomes(tenantId, definition.domain, NEWEST);
  const nothing = async function* () {};
  return buildTrainingSet(
    {
      learning: {
        ...learning,
        async *outcomesUntil() {
          yield newest;
        },
        confirmedMatches: nothing,
        shownIn: async () => [],
        tripletsOf: nothing,
      },
      profiles,
    },
    {
      tier: 'tenant',
      definition,
      encoderId: (await encoders.roles()).serving?.encoderId ?? '',
      frozenAt: new Date(nowMs).toISOString(),
      sources: [{ tenantId, polarities: labels }],
      runId: null,
    },
  );
}

/** On the outcomes of the set, which may hold some that the model has learned. */
export async function calibrateModel(
  { version, rankingModel }: StageModel,
  set: TrainingSet,
): Promise<FittedCalibration> {
  const { tier, trained_at } = rankingModel.card;
  const learnedUntilMs =
    tier === 'tenant' && trained_at !== null ? Date.parse(trained_at) : Number.NEGATIVE_INFINITY;
  const { seekers, candidates, labels, atMs } = set.outcomes;
  const rows = Uint32Array.from(labels.keys()).filter((n) => atMs[n]! > learnedUntilMs);
  const decided = Uint8Array.from(rows, (n) => labels[n]!);
  if (rows.length < FEWEST_OUTCOMES || !showLevel(decided))
    return { version, outcomes: rows.length, curves: null };
  const pairs = {
    people: set.outcomes.people,
    seekers: Uint32Array.from(rows, (n) => seekers[n]!),
    candidates: Uint32Array.from(rows, (n) => candidates[n]!),
  };
  const newest = rows.reduce((latest, n) => Math.max(latest, atMs[n]!), Number.NEGATIVE_INFINITY);
  const weights = Float64Array.from(rows, (n) => 2 ** ((atMs[n]! - newest) / HALF_LIFE_MS));
  const scored = await scoreStages(rankingModel, set, pairs);
  // The prior rate is a trained model's own mean on these pairs (null), or the declared rate of an untrained
  // model.
  const rate = trained_at === null ? declaredRate(set.definition) : null;
  const curves = byStage(modelStages, (stage) => {
    const rated: RatedLogOdds = {
      logOdds: scored.logOdds[stage],
      labels: decided,
      weights,
      sides: scored.sides,
    };
    return fitLines(rated, rate);
  });
  return { version, outcomes: rows.length, curves };
}
