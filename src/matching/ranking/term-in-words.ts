/**
 * A term that holds for a group of people, in words made of the labels of the domain: «With gender “a
 * woman”, age 2 to 8 years above one's own is preferred».
 */
import type { DomainDefinition } from '../../domains/definition.ts';
import { fieldNamed } from '../../domains/definition.ts';
import type { Knots, Term, TermOf } from '../../domains/scorecard.ts';
import { conditionValues } from '../../domains/scorecard-check.ts';
import { type PreferredRange, preferredRange } from './preferred-range.ts';
import { fieldInWords, labelOf, numberInWords } from './words.ts';

/** Characters of a reason (`Scorecard.terms[].reason`). */
const LONGEST = 200;

/** null: the term has no condition on the person who chooses, or prefers nothing. */
export function termInWords(definition: DomainDefinition, term: Term): string | null {
  const group = groupInWords(definition, term);
  const preferred = group === null ? null : preferenceInWords(definition, term);
  if (preferred === null) return null;
  const sentence = `${group}, ${preferred} is preferred`;
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST - 1)}…` : sentence;
}

/** The term with its words as the reason. A table keeps its own, which names the values of the pair. */
export function withReasonInWords(definition: DomainDefinition, term: Term): Term {
  if (!('knots' in term)) return term;
  // Braces would open a placeholder.
  const reason = termInWords(definition, term)?.replaceAll(/[{}]/g, '');
  return reason === undefined ? term : { ...term, reason };
}

function groupInWords(definition: DomainDefinition, { when, unless }: Term): string | null {
  const named = Object.entries(when?.me ?? unless?.me ?? {})[0];
  if (named === undefined) return null;
  const [field, values] = named;
  const labels = conditionValues(values).map((value) => valueInQuotes(definition, field, value));
  return `${when?.me === undefined ? 'Without' : 'With'} ${fieldInWords(definition, field)} ${labels.join(' or ')}`;
}

function valueInQuotes(definition: DomainDefinition, field: string, value: string): string {
  const isBoolean = fieldNamed(definition, field)?.type === 'boolean';
  return `“${isBoolean ? (value === 'true' ? 'yes' : 'no') : labelOf(definition, field, value)}”`;
}

function preferenceInWords(definition: DomainDefinition, term: Term): string | null {
  switch (term.compare) {
    case 'difference':
      return term.signed ? ofCurve(term.knots, (range) => differenceInWords(definition, term, range)) : null;
    case 'distance':
      return ofCurve(
        term.knots,
        (range) => `a distance of ${spanInWords(range, (km) => `${inWords(km)} km`)}`,
      );
    case 'overlap':
      return ofCurve(term.knots, (range) => {
        const name = fieldInWords(definition, (term.field ?? term.other)!);
        return `a common share of ${name} of ${spanInWords(range, (share) => `${inWords(100 * share)} %`)}`;
      });
    case 'prior':
      return worthInWords(definition, term);
    case 'matrix':
      return tableInWords(definition, term);
    default:
      return null;
  }
}

function ofCurve(knots: Knots, sentence: (range: PreferredRange) => string): string | null {
  const range = preferredRange(knots);
  return range === null ? null : sentence(range);
}

function differenceInWords(
  definition: DomainDefinition,
  { field, other }: TermOf<'difference'>,
  { low, high }: PreferredRange,
): string {
  const name = (field ?? other)!;
  const { unit } = fieldNamed(definition, name) ?? {};
  const counted = (x: number) => `${inWords(Math.abs(x))}${unit === undefined ? '' : ` ${unit}`}`;
  const own = "one's own";
  const relative = (x: number) => `${counted(x)} ${x < 0 ? 'below' : 'above'} ${own}`;
  const label = fieldInWords(definition, name);
  if (low === null || high === null) return `${label} ${spanInWords({ low, high }, relative)}`;
  if (low < 0 && high > 0) return `${label} from ${counted(low)} below to ${relative(high)}`;
  const [near, far] = high <= 0 ? [high, low] : [low, high];
  return `${label} ${inWords(Math.abs(near))} to ${relative(far)}`;
}

function worthInWords(
  definition: DomainDefinition,
  { other, knots, points }: TermOf<'prior'>,
): string | null {
  if (other === undefined) return null;
  const label = fieldInWords(definition, other);
  if (knots !== undefined) return ofCurve(knots, (range) => `${label} of ${spanInWords(range, inWords)}`);
  const best = greatest(Object.entries(points ?? {}));
  return best === null ? null : `${label} ${valueInQuotes(definition, other, best)}`;
}

function tableInWords(
  definition: DomainDefinition,
  { matrix, field, me, other }: TermOf<'matrix'>,
): string | null {
  const cells = Object.entries(matrix).flatMap(([mine, row]) =>
    Object.entries(row).map(([theirs, points]) => [[mine, theirs] as const, points] as const),
  );
  const best = greatest(cells);
  if (best === null) return null;
  const [mine, theirs] = best;
  const [own, their] = [(field ?? me)!, (field ?? other)!];
  return `${fieldInWords(definition, their)} ${valueInQuotes(definition, their, theirs)} to one's own ${valueInQuotes(definition, own, mine)}`;
}

/** The entry of the most points; null where all have the same. */
function greatest<Name>(entries: readonly (readonly [Name, number])[]): Name | null {
  const sorted = entries.toSorted(([, a], [, b]) => b - a);
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first === undefined || first[1] === last![1] ? null : first[0];
}

function spanInWords({ low, high }: PreferredRange, word: (x: number) => string): string {
  if (low === null) return high === null ? 'any size' : `at most ${word(high)}`;
  return high === null ? `at least ${word(low)}` : `${word(low)} to ${word(high)}`;
}

/** Whole numbers from 10 on, one decimal place below. */
function inWords(x: number): string {
  return numberInWords(Math.abs(x) >= 10 ? Math.round(x) : Math.round(x * 10) / 10);
}
