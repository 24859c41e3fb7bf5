/**
 * Reads texts of a stored person again, for what they may say and what was not taken. The store keeps none of
 * it. Rules and network read; a language model, which costs money, is not asked again.
 */
import type { UserRecord } from '../../../contract/user.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ContextItem, ProfileRow } from '../../../platform/storage/profile-row.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { lostOfTexts } from './lost-of-texts.ts';
import { mapValues } from './stored-record.ts';

/** The newest so many texts of a row are looked at ... */
const NEWEST = 200;
/**
 * ... and so many are read, up to so many UTF-16 units: those that values are from first, then the newest.
 */
const MOST_TEXTS = 10;
const MOST_UNITS = 256 * 1024;

export async function lostOfRow(
  { store, rulesFor }: Pick<ProfileDependencies, 'store' | 'rulesFor'>,
  definition: DomainDefinition,
  row: ProfileRow,
): Promise<UserRecord['lost']> {
  const items = await store.profiles.contextItems(row.tenantId, row.domain, row.userId, NEWEST);
  const rules = await rulesFor(definition, row.tenantId);
  const known = mapValues(row.layers.client, ({ value }) => value);
  const texts = [];
  for (const { contextId, content, createdAt } of toRead(items, row)) {
    const options = { explained: true };
    const { lost = [] } = await rules.extract(content, Date.parse(createdAt), known, options);
    texts.push({ contextId, lost });
  }
  return lostOfTexts(texts, row);
}

function toRead(items: readonly ContextItem[], row: ProfileRow): readonly ContextItem[] {
  const { extracted } = row.layers;
  const named = new Set(
    [
      ...Object.values(extracted).map(({ provenance }) => provenance),
      ...Object.values(row.preferences.extractedProvenance),
    ].map(({ context_id }) => context_id),
  );
  const isNamed = ({ contextId }: ContextItem) => named.has(contextId);
  const ordered = [...items.filter(isNamed), ...items.filter((item) => !isNamed(item))];
  let units = 0;
  return ordered.slice(0, MOST_TEXTS).filter(({ content }) => {
    units += content.length;
    return units <= MOST_UNITS;
  });
}
