/**
 * Adds to the points of a term, in the form in which the term declares them. A curve is added to a curve, a
 * value to the same value. The result is an ordinary term, so every stage, the index and the explanation read
 * the same numbers.
 */

import type { Issue } from '../../../contract/error-details.ts';
import type { ScorecardChange, TermChange } from '../../../contract/experiment.ts';
import {
  type Knots,
  type Scorecard,
  type Term,
  type TermOf,
  Term as TermSchema,
} from '../../../domains/scorecard.ts';
import { piecewise } from '../../ranking/scoring/piecewise.ts';

/** The changed scorecard, or the faults of the change; paths begin at the change. */
export function addPoints(
  scorecard: Scorecard,
  change: ScorecardChange,
): { readonly scorecard: Scorecard } | { readonly faults: readonly Issue[] } {
  const names = scorecard.terms.map(({ name }) => name);
  const unknown = Object.keys(change).filter((name) => !names.includes(name));
  const faults: Issue[] = unknown.map((path) => ({
    path,
    message: `is no term of the scorecard; the terms are ${names.join(', ')}`,
  }));
  const terms = scorecard.terms.map((term) => {
    const added = change[term.name];
    if (added === undefined) return term;
    const changed = addToTerm(term, added);
    if ('path' in changed) faults.push(changed);
    return 'path' in changed ? term : changed;
  });
  return faults.length > 0 ? { faults } : { scorecard: { ...scorecard, terms } };
}

function addToTerm(term: Term, change: TermChange): Term | Issue {
  const unfit = Object.keys(change).find((key) => !(partsOf(term) as readonly string[]).includes(key));
  if (unfit !== undefined)
    return {
      path: `${term.name}.${unfit}`,
      message: `does not belong to a term that compares «${term.compare}»; it has ${partsOf(term).join(', ')}`,
    };
  const parsed = TermSchema.safeParse({ ...term, ...sums(term, change) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return {
    path: [term.name, ...issue!.path].join('.'),
    message: `cannot be added: then the points of the term are not from -10 to 10, its knots not ascending or more than 64`,
  };
}

/** The keys of a term that hold points. */
function partsOf(term: Term): readonly (keyof TermChange)[] {
  if (term.compare === 'same') return ['same', 'different', 'same_value', 'missing'];
  if (term.compare === 'matrix') return ['matrix', 'unlisted', 'missing'];
  if (term.compare === 'prior' && term.knots === undefined) return ['points', 'missing'];
  return ['knots', 'missing'];
}

function sums(term: Term, change: TermChange): object {
  const changed: Record<string, unknown> = {};
  const before = term as unknown as Readonly<Record<string, number | undefined>>;
  for (const key of ['same', 'different', 'missing'] as const)
    if (change[key] !== undefined) changed[key] = (before[key] ?? 0) + change[key];
  if (change.unlisted !== undefined) changed.default = (before.default ?? 0) + change.unlisted;
  if (change.knots !== undefined && 'knots' in term)
    changed.knots = sumOfCurves(term.knots!, change.knots as Knots);
  if (change.points !== undefined && term.compare === 'prior')
    changed.points = sumOfValues(term.points ?? {}, change.points, () => 0);
  if (change.same_value !== undefined && term.compare === 'same')
    changed.same_value = sumOfValues(term.same_value ?? {}, change.same_value, () => term.same);
  if (change.matrix !== undefined && term.compare === 'matrix')
    changed.matrix = sumOfMatrices(term, change.matrix);
  return changed;
}

/** The sum of two piecewise-linear curves has the knots of both. */
function sumOfCurves(one: Knots, other: Knots): Knots {
  const [first, second] = [piecewise(one), piecewise(other)];
  const xs = new Set([...one, ...other].map(([x]) => x));
  return [...xs].sort((a, b) => a - b).map((x) => [x, first(x) + second(x)]);
}

type Values = Readonly<Record<string, number>>;

/** `otherwise`: the points of a value that is not declared. */
function sumOfValues(declared: Values, added: Values, otherwise: (value: string) => number): Values {
  const sums = { ...declared };
  for (const [value, points] of Object.entries(added))
    sums[value] = (declared[value] ?? otherwise(value)) + points;
  return sums;
}

function sumOfMatrices(term: TermOf<'matrix'>, added: NonNullable<TermChange['matrix']>) {
  const { matrix, symmetric } = term;
  const declared = (mine: string, theirs: string) =>
    matrix[mine]?.[theirs] ?? (symmetric ? matrix[theirs]?.[mine] : undefined) ?? term.default;
  const sums: Record<string, Record<string, number>> = structuredClone(matrix);
  const put = (mine: string, theirs: string, points: number) => {
    sums[mine] = { ...sums[mine], [theirs]: declared(mine, theirs) + points };
  };
  for (const [mine, row] of Object.entries(added)) {
    for (const [theirs, points] of Object.entries(row)) {
      put(mine, theirs, points);
      if (symmetric && added[theirs]?.[mine] === undefined) put(theirs, mine, points);
    }
  }
  return sums;
}
