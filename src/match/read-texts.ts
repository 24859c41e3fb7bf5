/** The stored rows and sentence vectors of candidates, read once a match and kept in its context. */
import { rowNumber } from '../contract/brands.ts';
import type { StoredTexts } from './scoring/person.ts';
import { sentencesOf } from './scoring/person.ts';
import type { MatchContext } from './stage.ts';

/** By row number; who is not in the store any more is not in the answer. */
export async function readTexts(
  rows: Uint32Array,
  { index, store, plan, encoderId, texts }: MatchContext,
): Promise<ReadonlyMap<number, StoredTexts>> {
  const rowByUser = new Map<string, number>();
  for (const row of rows) {
    const userId = texts.has(row) ? null : index.userIdOf(rowNumber(row));
    if (userId !== null) rowByUser.set(userId, row);
  }
  if (rowByUser.size === 0) return texts;
  const { tenant, definition } = plan;
  const userIds = [...rowByUser.keys()];
  const [stored, heads] = await Promise.all([
    store.profiles.getMany(tenant, definition.domain, userIds),
    store.profiles.headsOf(tenant, definition.domain, userIds),
  ]);
  for (const row of stored) {
    const sentences = sentencesOf(heads.get(row.userId), encoderId);
    texts.set(rowByUser.get(row.userId)!, { row, sentences });
  }
  return texts;
}
