/**
 * Texts that name one thing of the domain by the way: "Please take me off the mailing list", "an essay about
 * machines that haggle". A profile of twenty words has a second fact, or a word such as "agent". A profile
 * that neither offers nor asks for anything known has three facts.
 */
import type { TextDocument } from '../document.ts';
import type { ReadFields } from '../read-fields.ts';
import type { RequestCues } from './request-texts.ts';

/** A shorter text may be a title. */
const MIN_WORDS = 20;
/** A shorter text that names nothing offered or asked for may be a fact of a profile. */
const MIN_PROSE = 15;
const FEW_VALUES = 2;

export function statesLittle(
  { candidates, extraction }: ReadFields,
  document: TextDocument,
  { offers, asks, onTopic, nouns }: RequestCues,
): boolean {
  if (onTopic === null || document.words.length < MIN_PROSE) return false;
  const hard = new Set(
    candidates.filter(({ field }) => field.kind === 'hard').map(({ field }) => field.name),
  );
  const values = extraction.values.filter(({ field }) => hard.has(field));
  const isNamed = values.some(({ field }) => field === offers || field === asks);
  const isLittle = isNamed
    ? document.words.length >= MIN_WORDS &&
      !document.scopes.includes('wish') &&
      values.length === 1 &&
      [values[0]!.value].flat().length === 1
    : values.length <= FEW_VALUES;
  if (!isLittle) return false;
  return [onTopic, nouns].every((cues) => cues === null || cues.matches(document).length === 0);
}
