/**
 * Level and temperature of models on the newest outcomes of one tenant. Each pair is scored by the model as
 * it is now; its label is the rater's decision.
 *
 * A model of the tenant tier has learned the outcomes from before its training. So only later ones count:
 * they show whether its probabilities still hold, and the model believes in itself more than in a few of them
 * (`bounded-evidence.ts`).
 */

import type { TenantId } from '../../../contract/brands.ts';
import { byStage, modelStages } from '../../../contract/match-stages.ts';
import type { ActiveDomain } from '../../../domains/active-domain.ts';
import type { NewestOutcome } from '../../../platform/storage/calibration-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import type { StageCurves } from '../../ranking/models/calibrated-model.ts';
import type { StageModel } from '../../ranking/models/model-catalog.ts';
import { declaredRate } from '../../ranking/models/served-scorecard.ts';
import { fitLines, type RatedLogOdds, showLevel } from '../fit/fit-calibration.ts';
import { scoreStages } from '../fit/score-pairs.ts';
import { buildTrainingSet } from '../set/build-training-set.ts';
import type { TrainingSet } from '../training-set.ts';
import { boundedEvidence, PRIOR } from './bounded-evidence.ts';
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
  const newest = await stores.calibrations.newestOutcomes(wanted.tenantId, wanted.definition.domain, NEWEST);
  const set = await setOf(stores, wanted, newest);
  const origins = originsOf(set, newest);
  const fitted: FittedCalibration[] = [];
  for (const model of wanted.models) fitted.push(await calibrateModel(model, set, origins));
  return fitted;
};

/** The newest outcomes as a training set without triplets and shown pairs. */
async function setOf(
  { learning, profiles, encoders }: Stores,
  { tenantId, definition, labels, nowMs }: Wanted,
  newest: readonly NewestOutcome[],
): Promise<TrainingSet> {
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

/** Where the outcomes of a set come from [N]. */
export interface OutcomeOrigins {
  /** Numbers from 0. */
  readonly keys: Uint32Array;
  /** 1: the pair was shown. */
  readonly isShown: Uint8Array;
}

/** The set has the latest outcome of each pair. */
function originsOf({ outcomes }: TrainingSet, newest: readonly NewestOutcome[]): OutcomeOrigins {
  const nameOf = (seeker: string, candidate: string) => JSON.stringify([seeker, candidate]);
  const byPair = new Map(newest.map((each) => [nameOf(each.seekerId, each.candidateId), each]));
  const keys = [...new Set(newest.map(({ keyId }) => keyId ?? null))];
  const { people, seekers, candidates, labels } = outcomes;
  const ofRows = Array.from(
    labels,
    (_, n) => byPair.get(nameOf(people[seekers[n]!]!, people[candidates[n]!]!))!,
  );
  return {
    keys: Uint32Array.from(ofRows, ({ keyId }) => keys.indexOf(keyId ?? null)),
    isShown: Uint8Array.from(ofRows, ({ isShown }) => Number(isShown)),
  };
}

/**
 * On the outcomes of the set, which may hold some that the model has learned. `origins`: default one key, and
 * all shown.
 */
export async function calibrateModel(
  { version, rankingModel }: StageModel,
  set: TrainingSet,
  origins: OutcomeOrigins = unknownOrigins(set),
): Promise<FittedCalibration> {
  const { tier, trained_at } = rankingModel.card;
  const isOwn = tier === 'tenant' && trained_at !== null;
  const learnedUntilMs = isOwn ? Date.parse(trained_at) : Number.NEGATIVE_INFINITY;
  const { seekers, candidates, labels, atMs } = set.outcomes;
  const rows = Uint32Array.from(labels.keys()).filter(
    (n) => atMs[n]! > learnedUntilMs && (!isOwn || origins.isShown[n] === 1),
  );
  const decided = Uint8Array.from(rows, (n) => labels[n]!);
  if (rows.length < FEWEST_OUTCOMES || !showLevel(decided))
    return { version, outcomes: rows.length, curves: null };
  const pairs = {
    people: set.outcomes.people,
    seekers: Uint32Array.from(rows, (n) => seekers[n]!),
    candidates: Uint32Array.from(rows, (n) => candidates[n]!),
  };
  const newest = rows.reduce((latest, n) => Math.max(latest, atMs[n]!), Number.NEGATIVE_INFINITY);
  const recency = Float64Array.from(rows, (n) => 2 ** ((atMs[n]! - newest) / HALF_LIFE_MS));
  const keys = Uint32Array.from(rows, (n) => origins.keys[n]!);
  const hasOtherKeys = new Set(origins.keys).size > 1;
  const weights = isOwn ? boundedEvidence(recency, { ...pairs, keys, hasOtherKeys }) : recency;
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
    return fitLines(rated, rate, isOwn ? PRIOR : undefined);
  });
  return { version, outcomes: rows.length, curves };
}

function unknownOrigins({ outcomes: { labels } }: TrainingSet): OutcomeOrigins {
  return { keys: new Uint32Array(labels.length), isShown: new Uint8Array(labels.length).fill(1) };
}
