/**
 * Marks the relatives that an advertisement lists after the person: "Tamil boy, 30 yrs, own flat, father
 * retd. (64), one sister (married, 33, Dallas). Seeks bride 25 to 29". No word says whose relatives they are,
 * so only a list counts. The person's age came before, and a trade, a state or a bracket follows the
 * relative.
 */
import { numberAt } from '../../numbers/read-number.ts';
import type { ReadText } from '../../words/read-text.ts';

const relatives =
  /^(?:father|mother|brothers?|sisters?|parents|siblings|family|uncle|aunt|daddy|papa|mummy)$/;
const attributes = /^(?:one|two|three|four|1|2|3|4|an?|elder|older|younger|married|unmarried|only|late)$/;
const continues = new Set(
  'retd retired is was are both work works working homemaker housewife teacher teachers doctor doctors engineer engineers colonel major judge clerk nurse farmer trader officer officers businessman business govt government bank professor advocate lawyer accountant principal headmaster headmistress late married unmarried settled well runs owns deceased expired in living live lives based abroad'.split(
    ' ',
  ),
);
/**
 * "in" and "lives" tell of a place: they follow nouns of several people alone, since "mother in Leeds" may be
 * the person.
 */
const ofPlace = /^(?:in|living|lives?|based|settled)$/;
const several = /^(?:brothers|sisters|parents|siblings|family)$/;
const endsList = /^(?:seeks?|seeking|looking|wants?|wanted|requires?|needs?|i|im|we|our|my|she|he)$/;

export function markRelatives(read: ReadText, scopes: string[]): void {
  let hasAge = false;
  for (let at = 0; at < read.words.length; at++) {
    if (hasAge && isListed(read, at)) at = markFrom(read, scopes, at) - 1;
    else hasAge ||= isHeading(read, at) || (scopes[at] === 'self' && isAge(numberAt(read, at)?.value));
  }
}

/** "Family details: father retd., 1 elder brother (36)" */
const isHeading = ({ words }: ReadText, at: number) =>
  words[at]!.form === 'family' &&
  /^(?:details|background|particulars|members|info)$/.test(words[at + 1]?.form ?? '');

const isAge = (value: number | undefined) => value !== undefined && value >= 18 && value <= 99;

function isListed({ words }: ReadText, at: number): boolean {
  const word = words[at]!;
  if (!relatives.test(word.form)) return false;
  let first = at;
  while (first > 0 && words[first - 1]!.clause === word.clause && attributes.test(words[first - 1]!.form))
    first--;
  if (first > 0 && words[first - 1]!.clause === word.clause) return false;
  const next = words[at + 1];
  if (next === undefined || next.sentence !== word.sentence) return false;
  if (/^\s?\($/.test(next.gap)) return words[first - 1]?.sentence === word.sentence;
  if (next.clause !== word.clause) return false;
  return ofPlace.test(next.form) ? several.test(word.form) : continues.has(next.form);
}

/** Until the clause ends, with the bracket that follows it. Returns the first word that is not marked. */
function markFrom({ words }: ReadText, scopes: string[], from: number): number {
  const { sentence } = words[from]!;
  let isInBracket = false;
  let at = from;
  for (; at < words.length && words[at]!.sentence === sentence; at++) {
    const { gap, clause, form } = words[at]!;
    if (at > from && gap.includes(')')) break;
    if (at > from && /\($/.test(gap)) isInBracket = true;
    else if (at > from && !isInBracket && (clause !== words[at - 1]!.clause || endsList.test(form))) break;
    if (scopes[at] !== 'quoted') scopes[at] = 'other';
  }
  return Math.max(at, from + 1);
}
