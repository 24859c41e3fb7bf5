/** Candidates as they are stored, for stages that read more than the index holds. */
import { rowNumber } from '../../contract/brands.ts';
import type { ProfileRow } from '../../platform/storage/profile-row.ts';
import type { ProfileStore } from '../../platform/storage/store.ts';
import type { MatchInput } from './stage.ts';

/** In the order of `rows`; null: erased since the index was read. */
export async function readProfiles(
  rows: Uint32Array,
  { index, plan }: Pick<MatchInput, 'index' | 'plan'>,
  profiles: ProfileStore,
): Promise<readonly (ProfileRow | null)[]> {
  const userIds = userIdsOf(rows, index);
  const stored = await profiles.getMany(plan.tenant, plan.definition.domain, present(userIds));
  const byUser = new Map(stored.map((row) => [row.userId, row]));
  return userIds.map((userId) => (userId === null ? null : (byUser.get(userId) ?? null)));
}

/** null: deleted from the index. */
function userIdsOf(rows: Uint32Array, index: MatchInput['index']): readonly (string | null)[] {
  return Array.from(rows, (row) => index.userIdOf(rowNumber(row)));
}

function present(userIds: readonly (string | null)[]): readonly string[] {
  return userIds.filter((userId) => userId !== null);
}
