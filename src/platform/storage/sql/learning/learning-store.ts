/** The learning part of the store: reads through one handle, changes through `write`. */
import type { LearningStore } from '../../learning-store.ts';
import { inChunks } from '../in-chunks.ts';
import { listShown } from '../matches/list-shown.ts';
import { confirmedMatches, shownIn } from '../matches/read-shown.ts';
import { encodeMatch, findMatch, shownTo } from '../matches/shown-matches.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import { rankingModelsToRewrite } from './erased-from-models.ts';
import { deployedModels, findRankingModel, rankingModelsInForce } from './ranking-models.ts';
import { findRun, listRuns } from './read-runs.ts';
import { learnedFrom, outcomesUntil, tripletsOf } from './read-training-rows.ts';
import { countSelected } from './select-outcomes.ts';
import { countPending } from './training-runs.ts';

/** Bounds how long one transaction makes other writers wait. */
const NAMES_A_WRITE = 1000;

export function learningStore({ db, readers, write, counters }: SqlStoreParts): LearningStore {
  return {
    recordShown: (shown) => write('recordShown', encodeMatch(shown)),
    forgetShown: (beforeMs, limit) => write('forgetShown', beforeMs, limit),
    shownMatch: (tenant, matchId) => findMatch(db, tenant, matchId),
    listShown: (tenant, query) => listShown(readers, tenant, query),
    shownTo: (tenant, domain, seekerId, sinceMs) => shownTo(readers, tenant, domain, seekerId, sinceMs),
    recordFeedback: (batch) => write('recordFeedback', batch),
    countSelected: (tenant, domain, selection) => countSelected(readers, tenant, domain, selection),
    freeUsedTriplets: (tenant, domain, after, limit) =>
      write('freeUsedTriplets', tenant, domain, after, limit),
    withdrawPart: (part) => write('withdrawPart', part),
    pendingTriplets: (tenant, domain) => countPending(db, tenant, domain),
    startRun: (start) => write('startRun', start),
    run: (tenant, runId) => findRun(db, tenant, runId),
    listRuns: (tenant, query) => listRuns(db, tenant, query),
    rankingModelsFor: (tenant, domain) => rankingModelsInForce(db, tenant, domain),
    deployedModels: (owner, domain, tier, limit) => deployedModels(db, owner, domain, tier, limit),
    rankingModel: (owner, version) => findRankingModel(db, owner, version),
    deployRun: (owner, runId, at) => write('deployRun', owner, runId, at),
    withdrawModel: (owner, domain) => write('withdrawModel', owner, domain),
    rankingModelsToRewrite: () => rankingModelsToRewrite(db),
    replaceRankingModel: (owner, version, model) => write('replaceRankingModel', owner, version, model),
    forgetErasedMarks: (owner, runId, userIds) => write('forgetErasedMarks', owner, runId, userIds),
    modelsVersion: () => counters.counter('models'),
    outcomesUntil: (tenant, domain, until, pageSize) => outcomesUntil(db, tenant, domain, until, pageSize),
    tripletsOf: (tenant, domain, runId, pageSize) => tripletsOf(db, tenant, domain, runId, pageSize),
    confirmedMatches: (tenant, domain, untilMs, pageSize) =>
      confirmedMatches(db, tenant, domain, untilMs, pageSize),
    shownIn: (tenant, domain, matchIds, untilMs) => shownIn(db, tenant, domain, matchIds, untilMs),
    learnedFrom: (runId) => learnedFrom(db, runId),
    noteLearnedFrom: async (tenant, domain, runId, userIds) => {
      for (const chunk of inChunks(userIds, NAMES_A_WRITE)) {
        await write('noteLearnedFrom', tenant, domain, runId, chunk);
      }
    },
  };
}
