/** The texts of a row that are to be read in full, after a change of the row. */
import type { TextsToRead } from '../../../platform/storage/profile-row.ts';
import { contentOf, emptyContent, extractedPart } from '../record/next-row.ts';
import type { PreparedUpsert } from './prepare-upsert.ts';
import type { ReadText } from './read-texts.ts';
import type { StoredState } from './stored-state.ts';

/** `derivedIsPartial`: the client's own texts were read fast too. undefined: the change leaves them alone. */
export function textsToRead(
  { texts, merge, replace }: Pick<PreparedUpsert, 'texts' | 'merge' | 'replace'>,
  { row, knownTexts, toRead }: StoredState,
  derivedIsPartial: boolean,
): TextsToRead | null | undefined {
  const isPartial = derivedIsPartial || texts?.some(({ extraction }) => extraction.isPartial) === true;
  if (texts !== null && (replace || !merge))
    return isPartial ? withTexts({ texts: [], before: null }, texts, knownTexts) : null;
  const listed = replace ? null : toRead;
  if (listed === null && !isPartial) return replace ? null : undefined;
  const before = extractedPart(row === null || replace ? emptyContent : contentOf(row));
  return withTexts(listed ?? { texts: [], before }, texts ?? [], knownTexts);
}

/** `knownTexts`: the ids of texts that the store has already. */
export function withTexts(
  { texts, before }: TextsToRead,
  added: readonly ReadText[],
  knownTexts: ReadonlyMap<string, string> = new Map(),
): TextsToRead {
  const more = added.map(({ given: { source }, item: { contextId, contentHash } }) => ({
    contextId: knownTexts.get(contentHash) ?? contextId,
    source,
  }));
  return { texts: [...texts, ...more], before };
}
