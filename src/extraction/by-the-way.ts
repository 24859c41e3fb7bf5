/**
 * Texts that name one thing of the domain by the way: "Please take me off the mailing list", "an essay about machines that
 * haggle". A profile of twenty words has a second fact, or a word such as "agent".
 */
import type { TextDocument } from './document.ts';
import type { ReadFields } from './read-fields.ts';
import type { RequestCues } from './request-texts.ts';

/** A shorter text may be a title. */
const MIN_WORDS = 20;

export function isByTheWay(
  { candidates, extraction }: ReadFields,
  document: TextDocument,
  { offers, onTopic, nouns }: RequestCues,
): boolean {
  if (document.words.length < MIN_WORDS || onTopic === null || document.scopes.includes('wish')) return false;
  const hard = new Set(
    candidates.filter(({ field }) => field.kind === 'hard').map(({ field }) => field.name),
  );
  const [only, ...others] = extraction.values.filter(({ field }) => hard.has(field));
  if (only?.field !== offers || others.length > 0 || [only.value].flat().length !== 1) return false;
  return [onTopic, nouns].every((cues) => cues === null || cues.matches(document).length === 0);
}
