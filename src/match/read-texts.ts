/**
 * Reads the candidates' sentence vectors from the store, once a match, and keeps them in its context. Soft
 * texts are read too if a term needs them: decoding a whole row is expensive, and most scorecards need none.
 */
import { rowNumber } from '../contract/brands.ts';
import { readsText } from '../domains/scorecard-check.ts';
import { type StoredTexts, sentencesOf } from '../ranking/scoring/person.ts';
import type { ScoreBreakdown } from './pool.ts';
import type { MatchContext } from './stage.ts';

/** By row number, without the rows that were erased since the index was read. */
export async function readTexts(
  rows: Uint32Array,
  { terms }: Pick<ScoreBreakdown, 'terms'>,
  { index, store, plan, encoderId, texts }: MatchContext,
): Promise<ReadonlyMap<number, StoredTexts>> {
  const rowByUser = new Map<string, number>();
  for (const row of rows) {
    const userId = texts.has(row) ? null : index.userIdOf(rowNumber(row));
    if (userId !== null) rowByUser.set(userId, row);
  }
  const userIds = [...rowByUser.keys()];
  if (userIds.length === 0) return texts;
  const { tenant, definition } = plan;
  const readsFields = terms.some(({ term }) => readsText(term));
  const [stored, vectors] = await Promise.all([
    readsFields ? store.profiles.getMany(tenant, definition.domain, userIds) : [],
    store.profiles.vectorsOf(tenant, definition.domain, userIds, encoderId),
  ]);
  const fieldsByUser = new Map(stored.map((row) => [row.userId, row.fields]));
  for (const userId of userIds) {
    const fields = readsFields ? fieldsByUser.get(userId) : {};
    if (fields === undefined) continue;
    texts.set(rowByUser.get(userId)!, { fields, sentences: sentencesOf(vectors.get(userId), encoderId) });
  }
  return texts;
}
