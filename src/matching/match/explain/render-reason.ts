/**
 * Renders a term's sentence for one reading of it. A sentence fits the points that the term declares, for a
 * pair or against it. Training may give the opposite sign, or give points where none are declared ("Both are
 * still figuring out what they want" for two people who want to marry). The sentence then holds only where it
 * does nothing but state values.
 */
import { LRUCache } from 'lru-cache';
import { type Placeholder, parseTemplate, pronouns } from '../../../domains/reason-template.ts';
import type { Term } from '../../../domains/scorecard.ts';
import type { Facts } from '../../ranking/scoring/comparator.ts';
import type { Person } from '../../ranking/scoring/person.ts';
import type { Direction, ReadyTerm, TermReading } from '../../ranking/scoring/ready-term.ts';
import { numberInWords } from '../../ranking/words.ts';

/**
 * null: the term has no sentence for this reading. `me` rates `other` in this direction; the seeker is "you".
 */
export function renderReason(
  ready: ReadyTerm,
  { points, state, exchanged }: TermReading,
  direction: Direction,
  me: Person,
  other: Person,
): string | null {
  const { term, comparator } = ready;
  if (state !== 'counted' || points === 0) return null;
  if (term.reason === undefined && term.reason_equal === undefined && term.reason_against === undefined)
    return null;
  const facts = exchanged ? comparator.facts(other, me) : comparator.facts(me, other);
  const praise = facts.equal ? (term.reason_equal ?? term.reason) : term.reason;
  const template = points > 0 ? praise : term.reason_against;
  if (template === undefined) return null;
  if (!isTrue(ready, template, points, facts, me, other)) return null;
  const meIsSeeker = (direction === 'forward') !== exchanged;
  return fillTemplate(template, facts, meIsSeeker);
}

/** Comparators whose sentences state what was measured, near or far. */
const measures: ReadonlySet<Term['compare']> = new Set(['distance', 'difference']);

function isTrue(
  ready: ReadyTerm,
  template: string,
  points: number,
  { equal, holds }: Facts,
  me: Person,
  other: Person,
): boolean {
  const { term } = ready;
  if (holds !== undefined) return holds === points > 0;
  if (equal && template === term.reason_equal && statesValues(template)) return true;
  if (measures.has(term.compare) && statesValues(template)) return true;
  const declared = ready.readDeclared(me, other);
  return declared === null || Math.sign(declared.points) === Math.sign(points);
}

function statesValues(template: string): boolean {
  return templates.memo(template).some((part) => typeof part !== 'string' && !isPronoun(part));
}

const isPronoun = ({ name }: Pick<Placeholder, 'name'>) => Object.hasOwn(pronouns, name);

/** Parsed templates, a few a scorecard. */
const templates = new LRUCache<string, ReturnType<typeof parseTemplate>>({
  max: 5000,
  memoMethod: (template) => parseTemplate(template),
});

/** null: a value that the sentence states is not there. */
export function fillTemplate(template: string, facts: Facts, meIsSeeker: boolean): string | null {
  let text = '';
  for (const part of templates.memo(template)) {
    const filled = typeof part === 'string' ? part : fill(part, facts, meIsSeeker);
    if (filled === '') return null;
    text += filled;
  }
  return untidy.test(text) ? text.replaceAll(/\s+/gu, ' ').trim() : text;
}

/** White space other than single spaces between words. */
const untidy = /\s\s|[^\S ]|^\s|\s$/u;

function fill({ name, capitalised, forms }: Placeholder, { words }: Facts, meIsSeeker: boolean): string {
  const value = isPronoun({ name })
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
