/** Renders a term's sentence for one reading of it. */
import { LRUCache } from 'lru-cache';
import { type Placeholder, parseTemplate, pronouns } from '../../domains/reason-template.ts';
import type { Facts } from '../../ranking/scoring/comparator.ts';
import type { Person } from '../../ranking/scoring/person.ts';
import type { Direction, ReadyTerm, TermReading } from '../../ranking/scoring/read-term.ts';
import { numberInWords } from '../../ranking/words.ts';

/**
 * null: the term has no sentence for this reading. `me` rates `other` in this direction; the seeker is "you".
 */
export function renderReason(
  { term, comparator }: ReadyTerm,
  { points, state, exchanged }: TermReading,
  direction: Direction,
  me: Person,
  other: Person,
): string | null {
  if (state !== 'counted' || points === 0) return null;
  if (term.reason === undefined && term.reason_equal === undefined && term.reason_against === undefined)
    return null;
  const facts = exchanged ? comparator.facts(other, me) : comparator.facts(me, other);
  const praise = facts.equal ? (term.reason_equal ?? term.reason) : term.reason;
  const template = points > 0 ? praise : term.reason_against;
  if (template === undefined) return null;
  const meIsSeeker = (direction === 'forward') !== exchanged;
  return fillTemplate(template, facts, meIsSeeker);
}

/** Parsed templates, a few a scorecard. */
const templates = new LRUCache<string, ReturnType<typeof parseTemplate>>({
  max: 5000,
  memoMethod: (template) => parseTemplate(template),
});

export function fillTemplate(template: string, facts: Facts, meIsSeeker: boolean): string {
  let text = '';
  for (const part of templates.memo(template))
    text += typeof part === 'string' ? part : fill(part, facts, meIsSeeker);
  return untidy.test(text) ? text.replaceAll(/\s+/gu, ' ').trim() : text;
}

/** White space other than single spaces between words. */
const untidy = /\s\s|[^\S ]|^\s|\s$/u;

function fill({ name, capitalised, forms }: Placeholder, { words }: Facts, meIsSeeker: boolean): string {
  const value = Object.hasOwn(pronouns, name)
    ? pronouns[name as keyof typeof pronouns][meIsSeeker ? 0 : 1]
    : (words[name] ?? '');
  const text = typeof value === 'number' ? numberInWords(value) : value;
  const counted = forms === null ? text : `${text} ${isOne(text) ? forms[0] : forms[1]}`;
  return capitalised ? counted.charAt(0).toUpperCase() + counted.slice(1) : counted;
}

/** Whether the number takes the singular: "1", "at least 1". */
function isOne(text: string): boolean {
  return /^(?:up to |at least )?1$/.test(text);
}
