/**
 * Part of the composition root: a first match before the server is ready. The first match of a process takes
 * up to ten times as long as the next. It waits for the threads or connections of the store, and runs code
 * that is not compiled yet.
 */
import { MatchRequest } from '../contract/match.ts';
import type { IndexRegistry } from '../matching/index/candidate-index.ts';
import type { ReplayingMatchService } from '../matching/match/create-match-service.ts';
import type { ModelCatalog } from '../matching/ranking/models/model-catalog.ts';
import type { IndexUse } from '../platform/storage/index-use-store.ts';
import type { Store } from '../platform/storage/store.ts';

interface WarmMatchParts {
  readonly store: Pick<Store, 'profiles' | 'warm'>;
  readonly indexes: Pick<IndexRegistry, 'forgetUse'>;
  readonly match: Pick<ReplayingMatchService, 'replay'>;
  readonly models: ModelCatalog;
}

/** Indexes in which a match is run, the last used first: one warms the code, the others their own tables. */
const MOST_INDEXES = 3;

/** Stores and counts nothing. Throws where `signal` is aborted. */
export async function warmMatches(
  { store, indexes, match, models }: WarmMatchParts,
  uses: readonly IndexUse[],
  signal: AbortSignal,
): Promise<void> {
  if (uses.length === 0) return;
  await store.warm();
  const arm = { index: 0, name: 'warm', stages: undefined, explore: 0, models } as const;
  for (const { tenant, domain } of uses.slice(0, MOST_INDEXES)) {
    const [person] = await store.profiles.page(tenant, domain, { prefix: '', after: null, limit: 1 });
    if (person === undefined) continue;
    const request = MatchRequest.parse({ user_id: person.userId, domain, limit: 10 });
    // A match that fails here fails for its caller too, who is told.
    await match.replay(tenant, request, [arm], signal).catch(() => signal.throwIfAborted());
    // The uses of before keep their times: an index that nobody asks is not in use for ever.
    indexes.forgetUse(tenant, domain);
  }
}
