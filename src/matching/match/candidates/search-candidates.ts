/**
 * The candidates of a match over a search engine that has all people of the domain. The engine finds the best
 * by the filters and the scorecard of light_ml. A local index holds these, and all people that changed after
 * the engine's watermark. The pipeline runs over it, and checks every rule and computes every score again. So
 * the answer is current, and a score means the same as everywhere.
 *
 * `candidate_user_ids` need no search: these people are read from the store.
 */

import { type CandidateSearch, MAX_TOP_K } from '../../search-engine/candidate-search.ts';
import type { LocalIndex } from '../../search-engine/local/local-index.ts';
import type { LocalIndexes, Remote } from '../../search-engine/local/local-indexes.ts';
import { compileRemoteScoring } from '../compile-remote-scoring.ts';
import { findGiven } from '../find-given.ts';
import { seekerOf } from '../find-seeker.ts';
import type { Histories } from '../stages/filter-steps.ts';
import type { MatchCandidates, Wanted } from './candidate-engine.ts';
import type { OutsideCandidates } from './outside-candidates.ts';
import { outsideOf, remoteSteps, stepsOutside } from './remote-query.ts';

export interface SearchParts {
  readonly search: CandidateSearch;
  readonly locals: LocalIndexes;
  readonly histories: Histories;
}

/** Some of those that come up may have changed or gone since, or score below by rounding. */
const SPARE_SHARE = 0.05;
const MIN_SPARE = 50;
/** Scores of the engine are rounded to 24 bits. */
const SCORE_ERROR = 1e-5;

export async function searchCandidates(
  parts: SearchParts,
  wanted: Wanted,
  remote: Remote,
  signal: AbortSignal | undefined,
): Promise<MatchCandidates> {
  const { plan } = wanted;
  const local = await parts.locals.ready(plan.definition, remote);
  const { index } = local;
  if (plan.request.candidate_user_ids !== undefined) {
    await local.load(plan.request.candidate_user_ids);
    return { index, given: findGiven(index, plan.request), outside: null };
  }
  const outside = await searchOutside(parts, wanted, remote, local, signal);
  return { index, given: null, outside };
}

async function searchOutside(
  { search, histories }: SearchParts,
  { plan, stored, nowMs }: Wanted,
  { name }: Remote,
  local: LocalIndex,
  signal: AbortSignal | undefined,
): Promise<OutsideCandidates> {
  const { tenant, definition } = plan;
  const { index } = local;
  const seeker = seekerOf(definition, stored, index.encoderId);
  const steps = await stepsOutside({ plan, seeker, nowMs }, histories);
  const masked = local.changed;
  const { topK, minScore, examples } = plan.stages.light_ml;
  const least = plan.stages.light_ml.enabled ? Math.max(0, minScore - SCORE_ERROR) : 0;
  const best = await search.best(
    {
      ...{ tenant, definition, index: name, steps: remoteSteps(steps), masked, counts: true },
      scoring: compileRemoteScoring(plan.models.light_ml.rankingModel, { plan, seeker, nowMs }, least),
      topK: Math.min(MAX_TOP_K, withSpare(topK + examples)),
    },
    signal,
  );
  const found = await local.load(best.userIds);
  const own = index.rowOf(seeker.userId);
  const changed = masked.flatMap((userId) => index.rowOf(userId) ?? []);
  const rows = [...new Set([...found, ...changed])].filter((row) => row !== own);
  return outsideOf(best, steps, rows, found.length);
}

function withSpare(wanted: number): number {
  return wanted + Math.max(MIN_SPARE, Math.ceil(SPARE_SHARE * wanted));
}
