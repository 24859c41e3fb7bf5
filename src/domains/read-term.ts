/** The fields and points of a term, whatever it compares. */
import type { Interval, Knots, Term } from './scorecard.ts';

/** The names of a term's fields by side; null where a side has none, or several. */
export function termFields(term: Term): { readonly me: string | null; readonly other: string | null } {
  switch (term.compare) {
    case 'prior':
      return { me: term.me ?? null, other: term.other ?? null };
    case 'recency':
    case 'completeness':
    case 'shared_words':
      return { me: null, other: null };
    case 'within':
      return { me: singleField(term.me), other: singleField(term.other) };
    default:
      return { me: term.me ?? term.field ?? null, other: term.other ?? term.field ?? null };
  }
}

function singleField(interval: Interval): string | null {
  return typeof interval === 'string' ? interval : null;
}

export function intervalFields(interval: Interval): readonly string[] {
  if (typeof interval === 'string') return [interval];
  return [interval.min, interval.max].filter((name) => name !== undefined);
}

/** The names of all fields that the term reads, each once. */
export function fieldsOfTerm(term: Term): readonly string[] {
  if (term.compare === 'within')
    return [...new Set([...intervalFields(term.me), ...intervalFields(term.other)])];
  if (term.compare === 'completeness') return [...new Set(term.fields ?? [])];
  const { me, other } = termFields(term);
  return [...new Set([me, other].filter((name) => name !== null))];
}

/** All points that the comparison can end at, before the weight. */
export function pointsOfTerm(term: Term): readonly number[] {
  switch (term.compare) {
    case 'same':
      return [term.same, term.different, ...Object.values(term.same_value ?? {})];
    case 'matrix':
      return [term.default, ...Object.values(term.matrix).flatMap((row) => Object.values(row))];
    case 'prior':
      return [...Object.values(term.points ?? {}), ...heights(term.knots ?? [])];
    default:
      return heights(term.knots);
  }
}

const heights = (knots: Knots) => knots.map(([, points]) => points);
