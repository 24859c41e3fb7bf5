/** The record of a match, beside its people, and what reads it: GET /matches/{match_id} and GET /matches. */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { MatchRecord, ShownAnswer } from '../../contract/match.ts';
import type { DomainFor } from '../../domains/active-domain.ts';
import type { LearningStore } from '../../platform/storage/learning-store.ts';
import { listMatches } from './match-log.ts';
import type { MatchPlan } from './match-plan.ts';
import type { MatchRecords } from './match-service.ts';
import { pipelineStats } from './run-pipeline.ts';

/** Characters of JSON that are kept of the filters, of the stages and of the weights. */
const MAX_KEPT = 4096;

/** User ids are counted and not kept, because an erasure finds a match only by the people it showed. */
export function summarizeRequest({ request, filter }: MatchPlan): NonNullable<ShownAnswer['request']> {
  const { limit, explain, diversity, explore, budget_ms, reciprocal, exclude_shown_days } = request;
  const { exclude_user_ids: _ids, ...filters } = request.filters ?? {};
  const stages = request.stages ?? {};
  const weights = request.weights ?? {};
  const parts = { filters, stages, weights } as const;
  const omitted = (['filters', 'stages', 'weights'] as const).filter(
    (part) => JSON.stringify(parts[part]).length > MAX_KEPT,
  );
  return {
    limit,
    filters: omitted.includes('filters') ? {} : filters,
    stages: omitted.includes('stages') ? {} : stages,
    explain,
    diversity,
    ...(explore !== undefined && { explore }),
    ...(budget_ms !== undefined && { budget_ms }),
    ...(reciprocal !== undefined && { reciprocal }),
    ...(exclude_shown_days !== undefined && { exclude_shown_days }),
    ...(request.weights !== undefined && { weights: omitted.includes('weights') ? {} : weights }),
    ...(request.candidate_user_ids && { candidates_given: request.candidate_user_ids.length }),
    ...(filter.excludeUserIds.length > 0 && { users_excluded: filter.excludeUserIds.length }),
    ...(omitted.length > 0 && { omitted }),
  };
}

export function createMatchRecords(
  learning: Pick<LearningStore, 'shownMatch' | 'listShown'>,
  domainFor: DomainFor,
): MatchRecords {
  return {
    get: (tenant, matchId) => readMatch(learning, tenant, matchId),
    async list(tenant, query) {
      if (query.domain !== undefined) await domainFor(tenant, query.domain);
      return listMatches(learning, tenant, query);
    },
  };
}

async function readMatch(
  learning: Pick<LearningStore, 'shownMatch'>,
  tenant: TenantId,
  matchId: string,
): Promise<MatchRecord> {
  const stored = await learning.shownMatch(tenant, matchId);
  if (stored === null) {
    throw apiError(
      'match_not_found',
      `There is no match «${matchId}». Matches are kept for a year, unless \`record\` was false, and are erased with their seeker; match_id of an answer of POST /v1/match names one.`,
      { match_id: matchId },
    );
  }
  const { domain, seekerId, candidates, answer, experiment, atMs, keyId, tookMs } = stored;
  return {
    match_id: matchId,
    user_id: seekerId,
    domain,
    created_at: new Date(atMs).toISOString(),
    key_id: keyId,
    took_ms: tookMs,
    matches: candidates.map(({ userId, position, score, explored, propensity }) => ({
      user_id: userId,
      position: position + 1,
      score,
      ...(explored && { explored }),
      ...(propensity !== null && { propensity }),
    })),
    ...(experiment !== null && { experiment: { id: experiment.experimentId, arm: experiment.arm } }),
    request: answer.request,
    pipeline_stats: answer.trace.length === 0 ? null : pipelineStats(answer.trace),
    models_used: answer.models_used,
    degraded: answer.degraded,
    trace: answer.trace,
  };
}
