/**
 * How much choices count that were read from texts. Rules find few of the choices that a long text implies, so
 * what they found says little about the person. A side of a term counts
 *
 *   values / (values + max(0, characters − from) / characters_a_value)
 *
 * with the person's values of enum fields, and the characters of the person's texts. It counts whole where the
 * client gave the value, and where the term compares numbers or places. The points of a term are multiplied by
 * both sides' shares. The stages before the cross encoder read no texts and count every value whole; the cross
 * encoder adds the difference as one part of the sum.
 */
import { asLogOdds, type LogOdds } from '../../../contract/brands.ts';
import { termFields } from '../../../domains/read-term.ts';
import type { ReadValues, Term } from '../../../domains/scorecard.ts';
import type { Person } from './person.ts';
import type { ReadyTerm } from './ready-term.ts';

/** Share with which the points of a term count for this pair, in (0, 1]; `exchanged` as in a `TermReading`. */
export function shareOfReading(
  rule: ReadValues,
  term: Term,
  me: Person,
  other: Person,
  exchanged: boolean,
): number {
  if (!comparesValues(term)) return 1;
  const names = termFields(term);
  const [mine, theirs] = exchanged ? [other, me] : [me, other];
  return shareOf(rule, mine, names.me) * shareOf(rule, theirs, names.other);
}

export interface TermSums {
  /** Points of the terms, each value counted whole. */
  readonly points: LogOdds;
  /** Added for values that count less. */
  readonly ofReading: LogOdds;
}

/** Reads each term once, since terms over texts are dear. `rule` left out: every value counts whole. */
export function sumOfTerms(
  rule: ReadValues | undefined,
  terms: readonly ReadyTerm[],
  me: Person,
  other: Person,
): TermSums {
  const isWhole = rule === undefined || (countsWhole(rule, me) && countsWhole(rule, other));
  let [sum, ofReading] = [0, 0];
  for (const ready of terms) {
    const { points, state, exchanged } = ready.read(me, other);
    sum += points;
    if (isWhole || state !== 'counted' || points === 0) continue;
    ofReading += (shareOfReading(rule, ready.term, me, other, exchanged) - 1) * points;
  }
  return { points: asLogOdds(sum), ofReading: asLogOdds(ofReading) };
}

/** `sumOfTerms`, without the points; terms are only read where some value counts less. */
export function pointsOfReading(
  rule: ReadValues | undefined,
  terms: readonly ReadyTerm[],
  me: Person,
  other: Person,
): LogOdds {
  if (rule === undefined || (countsWhole(rule, me) && countsWhole(rule, other))) return asLogOdds(0);
  return sumOfTerms(rule, terms, me, other).ofReading;
}

function countsWhole({ from }: ReadValues, { reading }: Person): boolean {
  return reading === undefined || reading.characters <= from;
}

function shareOf(rule: ReadValues, { reading }: Person, name: string | null): number {
  if (name === null || reading === undefined || reading.characters <= rule.from) return 1;
  const { read, values, characters } = reading;
  if (!read.has(name)) return 1;
  return values / (values + (characters - rule.from) / rule.characters_a_value);
}

/** Whether the term compares values of fields, and no whole texts. */
function comparesValues({ compare }: Term): boolean {
  return compare !== 'text' && compare !== 'shared_words';
}
