import type { MatchCall } from '../../contract/deprecated.ts';
import type { MatchRequest } from '../../contract/match.ts';

const DEFAULT_LIMIT = 10;

/**
 * A match in the present words. `custom` asks for what is done anyway: a stage without a pin takes the most specific tier
 * there is, the tenant's where one was trained.
 */
export function currentMatchRequest(call: MatchCall, domain: string): MatchRequest {
  const { max_matches, metadata_filters, model, ...given } = call;
  return {
    ...given,
    domain,
    limit: given.limit ?? max_matches ?? DEFAULT_LIMIT,
    filters: given.filters ?? metadata_filters,
    stages: model === 'openai' ? judged(given.stages) : given.stages,
  };
}

/** With `llm_judge` on, unless the stage itself says that it is off. */
function judged(stages: MatchCall['stages']): MatchRequest['stages'] {
  const judge = stages?.llm_judge;
  return { ...stages, llm_judge: typeof judge === 'object' ? { enabled: true, ...judge } : (judge ?? true) };
}
