/** The steps of sql_filter by name, and the single rules that they are made of. */
import type { RowNumber } from '../../../contract/brands.ts';
import type { Clause, Clauses } from '../../../domains/filter.ts';
import { comparesPlaces } from '../../../domains/row-passes.ts';
import type { Counterpart, NarrowingStep } from '../../index/candidate-index.ts';

/** `rule` names the step in the trace, by the key of the request or profile that it stands for. */
export type NamedStep = NarrowingStep & Named;

interface Named {
  readonly rule: string;
  /** For a rule in two steps: the candidates without the field, or those whose value does not match. */
  readonly part?: 'missing' | 'mismatch';
}

/** As `NarrowingStep`, with user ids in place of rows. */
export type FilterStep = Named & { readonly reason: string } & (
    | { readonly drop: readonly string[] }
    /** Drops candidates that have this user on their block list. */
    | { readonly dropBlocking: string }
    /** Rows that are known already. */
    | { readonly dropRows: readonly RowNumber[] }
    | { readonly keep: 'complete' | Clauses }
    | { readonly accepts: Counterpart; readonly blockLists?: 'ignored' }
  );

/** Removes the seeker, and is left out of the counts: a seeker is no candidate of their own. */
export const SELF = 'self';

/**
 * The steps with one rule for each key of filters and of preferences, without those that drop no row. Such a
 * rule has two steps, so that candidates without the field are counted apart from those whose value does not
 * match. Block lists are rules of their own, so the candidates' preferences do not count them again.
 */
export function singleRules<Step extends NamedStep | FilterStep>(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => rulesOf(step) as readonly Step[]);
}

function rulesOf(step: NamedStep | FilterStep): readonly (NamedStep | FilterStep)[] {
  if ('drop' in step) return step.drop.length === 0 ? [] : [step];
  if ('dropBlocking' in step || 'dropRows' in step) return [step];
  if ('accepts' in step) return [{ ...step, blockLists: 'ignored' }];
  if (step.keep === 'complete') return [step];
  if (step.reason === 'side') return step.keep.length === 0 ? [] : [step];
  return [...byKey(step.keep)].flatMap(([key, keep]) => {
    const rule = { ...step, rule: `${step.rule}.${key}` };
    return partsOf(keep).map((part) => ({ ...rule, ...part }));
  });
}

interface RulePart {
  readonly keep: Clauses;
  readonly part: 'missing' | 'mismatch';
}

/**
 * The first step drops candidates without the field, the second only others. So no candidate is dropped by
 * both, and the count of candidates that no other rule drops stays right for each step.
 */
function partsOf(clauses: Clauses): readonly RulePart[] {
  const [first] = clauses;
  const dropsMissing = clauses.some((clause) => clause.missing !== 'pass' && passesNoMissing(clause));
  const asksForMissing = clauses.some((clause) => clause.op === 'exists' && !clause.value);
  if (first === undefined || asksForMissing || !dropsMissing) return [{ keep: clauses, part: 'mismatch' }];
  const { field } = first;
  const stated: Clause = clauses.some(comparesPlaces)
    ? { op: 'place_nin', field, keys: [] }
    : { op: 'exists', field, value: true };
  const missing: RulePart = { keep: [stated], part: 'missing' };
  const compared = clauses.filter(({ op }) => op !== 'exists');
  if (compared.length === 0) return [missing];
  return [missing, { keep: compared.map((clause) => ({ ...clause, missing: 'pass' })), part: 'mismatch' }];
}

const passesNoMissing = (clause: Clause) => clause.op !== 'exists' || clause.value;

function byKey(clauses: Clauses): ReadonlyMap<string, Clauses> {
  const groups = new Map<string, Clause[]>();
  for (const clause of clauses) {
    const key = clause.op === 'within_km' ? `${clause.field}_within_km` : clause.field;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [clause]);
    else group.push(clause);
  }
  return groups;
}
