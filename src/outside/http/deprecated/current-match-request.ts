import type { MatchCall } from '../../../contract/deprecated.ts';
import { type MatchRequest, NOT_STORED } from '../../../contract/match.ts';

const DEFAULT_LIMIT = 10;

/**
 * The match request in the current terms. `custom` needs no translation: a stage without a pinned tier uses
 * the most specific one. That is the trained tier of the tenant where there is one.
 */
export function currentMatchRequest(call: MatchCall, domain: string): MatchRequest {
  const { max_matches, metadata_filters, model, ...given } = call;
  return {
    ...given,
    user_id: given.user_id ?? NOT_STORED,
    ...(given.profile !== undefined && { record: false }),
    domain,
    limit: given.limit ?? max_matches ?? DEFAULT_LIMIT,
    filters: given.filters ?? metadata_filters,
    stages: model === 'openai' ? withJudge(given.stages) : given.stages,
  };
}

/** Turns `llm_judge` on, unless the stage itself turns it off. */
function withJudge(stages: MatchCall['stages']): MatchRequest['stages'] {
  const judge = stages?.llm_judge;
  return { ...stages, llm_judge: typeof judge === 'object' ? { enabled: true, ...judge } : (judge ?? true) };
}
