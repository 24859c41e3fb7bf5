/** Candidates as they are stored, for stages that read more than the index holds. */
import { rowNumber } from '../contract/brands.ts';
import type { FieldValues } from '../domains/field.ts';
import { readsText } from '../domains/scorecard-check.ts';
import { type StoredTexts, sentencesOf } from '../ranking/scoring/person.ts';
import type { ReadyTerm } from '../ranking/scoring/read-term.ts';
import type { ProfileRow } from '../storage/profile-row.ts';
import type { ProfileStore } from '../storage/store.ts';
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

/**
 * Sentence vectors, and the soft texts if a term reads texts: decoding a whole row is expensive, and most
 * scorecards do not need it. In the order of `rows`; null: erased since the index was read.
 */
export async function readTexts(
  rows: Uint32Array,
  terms: readonly ReadyTerm[],
  { index, plan, encoderId }: Pick<MatchInput, 'index' | 'plan' | 'encoderId'>,
  profiles: ProfileStore,
): Promise<readonly (StoredTexts | null)[]> {
  const userIds = userIdsOf(rows, index);
  const known = present(userIds);
  if (known.length === 0) return userIds.map(() => null);
  const { tenant, definition } = plan;
  const readsFields = terms.some(({ term }) => readsText(term));
  const [stored, vectors] = await Promise.all([
    readsFields ? profiles.getMany(tenant, definition.domain, known) : [],
    profiles.vectorsOf(tenant, definition.domain, known, encoderId),
  ]);
  const fieldsByUser = new Map<string, FieldValues>(stored.map((row) => [row.userId, row.fields]));
  return userIds.map((userId) => {
    const fields = userId === null ? undefined : readsFields ? fieldsByUser.get(userId) : {};
    if (fields === undefined) return null;
    return { fields, sentences: sentencesOf(vectors.get(userId!), encoderId) };
  });
}

/** null: deleted from the index. */
function userIdsOf(rows: Uint32Array, index: MatchInput['index']): readonly (string | null)[] {
  return Array.from(rows, (row) => index.userIdOf(rowNumber(row)));
}

function present(userIds: readonly (string | null)[]): readonly string[] {
  return userIds.filter((userId) => userId !== null);
}
