/** Times matches of a seeker that has seen many candidates, with and without `exclude_shown_days`. */
import type { TenantId } from '../../src/contract/brands.ts';
import { MatchRequest } from '../../src/contract/match.ts';
import { newId } from '../../src/contract/new-id.ts';
import type { MatchService } from '../../src/matching/match/match-service.ts';
import type { LearningStore } from '../../src/platform/storage/learning-store.ts';
import { worldUserId } from '../world/generate-people.ts';

const SHOWN_A_MATCH = 100;
const seeker = { user_id: worldUserId(0), domain: 'dating' };

/** Shows people 1 to `shown` to person 0. */
export async function showMany(learning: LearningStore, tenantId: TenantId, shown: number): Promise<void> {
  for (let from = 1; from <= shown; from += SHOWN_A_MATCH) {
    const count = Math.min(SHOWN_A_MATCH, shown + 1 - from);
    await learning.recordShown({
      tenantId,
      matchId: newId('match'),
      domain: seeker.domain,
      seekerId: seeker.user_id,
      candidates: Array.from({ length: count }, (_, n) => ({ userId: worldUserId(from + n), score: 0.5 })),
      answer: { request: null, models_used: {}, degraded: [], trace: [] },
      atMs: Date.now(),
    });
  }
}

interface Times {
  readonly all: number[];
  readonly excluding: number[];
  /** The look-up of what was shown, on its own. */
  readonly read: number[];
}

/** Milliseconds. */
export async function timeMuchShown(
  service: MatchService,
  learning: LearningStore,
  tenant: TenantId,
  matches: number,
): Promise<Times> {
  const times: Times = { all: [], excluding: [], read: [] };
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const startedMs = performance.now();
    await work();
    into.push(performance.now() - startedMs);
  };
  const all = MatchRequest.parse(seeker);
  const excluding = MatchRequest.parse({ ...seeker, exclude_shown_days: 365 });
  for (let n = 0; n < matches; n++) {
    await timed(times.all, () => service.match(tenant, all));
    await timed(times.excluding, () => service.match(tenant, excluding));
    await timed(times.read, () => learning.shownTo(tenant, seeker.domain, seeker.user_id, 0));
  }
  return times;
}
