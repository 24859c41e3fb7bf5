/** The stored rows of candidates, for stages that read whole profiles. */
import { rowNumber } from '../contract/brands.ts';
import type { ProfileRow } from '../storage/profile-row.ts';
import type { MatchContext } from './stage.ts';

/** In the order of `rows`; null: erased since the index was read. */
export async function profilesOf(
  rows: Uint32Array,
  { index, store, plan }: Pick<MatchContext, 'index' | 'store' | 'plan'>,
): Promise<readonly (ProfileRow | null)[]> {
  const userIds = Array.from(rows, (row) => index.userIdOf(rowNumber(row)));
  const known = userIds.filter((userId) => userId !== null);
  const stored = await store.profiles.getMany(plan.tenant, plan.definition.domain, known);
  const byUser = new Map(stored.map((row) => [row.userId, row]));
  return userIds.map((userId) => (userId === null ? null : (byUser.get(userId) ?? null)));
}
