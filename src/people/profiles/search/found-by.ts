/**
 * Whether a query finds a person, by the schema in force. The stored terms only say where to look: they name
 * more, such as the words of short texts that are no titles.
 */
import type { FoundUser } from '../../../contract/user-search.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { foldText, searchWords } from '../../../domains/search-words.ts';
import type { ListedProfile } from '../../../platform/storage/listed-profile.ts';
import { LONGEST_FINDABLE } from '../../../platform/storage/person-term-store.ts';
import { isTitle } from './found-user.ts';
import { searchedFields, titleFields } from './name-fields.ts';

type Matched = NonNullable<FoundUser['matched']>;

/** null: it does not find the person. */
export type FoundBy = (profile: ListedProfile) => Matched | null;

export function foundBy(definition: DomainDefinition, query: string): FoundBy {
  const titles = titleFields(definition);
  const names = [...searchedFields(definition)];
  const [whole, words] = [foldText(query), searchWords(query)];
  return ({ userId, fields }) => {
    const id = foldText(userId);
    const idMatch = { field: 'user_id', value: userId };
    if (id.startsWith(whole)) return idMatch;
    if (words.length === 0) return null;
    const texts = names.flatMap((field) => findableTexts(field, fields[field], titles));
    const matches = words.map(
      (word) =>
        texts.find((text) => text.words.some((each) => each.startsWith(word))) ??
        (id.startsWith(word) ? { ...idMatch, words: [] } : null),
    );
    if (matches.includes(null)) return null;
    const { field, value } = matches[0]!;
    return { field, value };
  };
}

function findableTexts(field: string, value: unknown, titles: readonly string[]) {
  return (Array.isArray(value) ? value : [value])
    .filter((text): text is string => typeof text === 'string' && text.length <= LONGEST_FINDABLE)
    .filter((text) => !titles.includes(field) || isTitle(text))
    .map((text) => ({ field, value: text, words: searchWords(text) }));
}
