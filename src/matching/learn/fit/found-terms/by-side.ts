/**
 * Finds terms that hold for a group of seekers: women choose somebody older and men somebody younger, which
 * cancels in a term that both share. A comparison is tested for each grouping of the people (`groupings.ts`):
 * first it gets one curve or table for all, then one for each group, whose gain counts. Null copies exchange
 * profiles within the groups, so neither the level of a group nor the groups that meet look like a rule.
 */

import { termFields } from '../../../../domains/read-term.ts';
import type { Term } from '../../../../domains/scorecard.ts';
import type { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { learnableTerm } from '../../../ranking/scoring/learnable-term.ts';
import type { Person } from '../../../ranking/scoring/person.ts';
import type { FitPeople } from '../fit-people.ts';
import { deviationsAbove, deviationsWanted } from './chance-of-gain.ts';
import { exchangedWithin } from './exchange-profiles.ts';
import { allOf, type Residuals, scoreTest } from './gain-of-term.ts';
import { type Grouping, groupings } from './groupings.ts';
import { type TermRows, termRows } from './term-rows.ts';
import { nameBySide } from './terms-to-try.ts';

export interface TermBySide {
  /** The comparison without a condition. */
  readonly base: Term;
  /** The field of the groups. */
  readonly field: string;
  /** One for each group, with points of 0. */
  readonly terms: readonly Term[];
  /** Standard deviations above the null copies. */
  readonly far: number;
}

export interface FoundBySide {
  readonly found: readonly TermBySide[];
  /** Pairs of a comparison and a grouping. */
  readonly tried: number;
}

/** Null copies for a first look, and for what passes it. */
const NULL_COPIES = 16;
const CONFIRMING_COPIES = 80;
/** Candidates that are compared with null copies: those of the most gain for their size. */
const MOST_COMPARED = 16;
const MOST_FOUND = 6;
/** Slots of a comparison: a larger table has too few pairs a cell in each group. */
const MOST_SLOTS = 40;

/** `bases`: comparisons without conditions, declared ones included. */
export function findBySide(
  people: FitPeople,
  bases: readonly Term[],
  residuals: Residuals,
  random: SeededRandom,
): FoundBySide {
  const candidates = candidatesOf(people, bases, residuals);
  const wanted = deviationsWanted(candidates.length);
  const copyOf = nullCopies(people, random);
  const found: TermBySide[] = [];
  let left = residuals;
  for (const candidate of strongest(candidates, residuals)) {
    if (found.length === MOST_FOUND) break;
    const { base, grouping, rows, groups } = candidate;
    const learnable = learnableTerm(people.definition, base, people.nowMs);
    const nullGain = (copy: number) =>
      gainByGroup(termRows(learnable, residuals, copyOf(grouping, copy)), residuals, candidate);
    const gain = gainByGroup(rows, left, candidate);
    const nulls = Array.from({ length: NULL_COPIES }, (_, copy) => nullGain(copy));
    if (deviationsAbove(gain, nulls) <= wanted) continue;
    for (let copy = NULL_COPIES; copy < CONFIRMING_COPIES; copy++) nulls.push(nullGain(copy));
    const far = deviationsAbove(gain, nulls);
    if (far <= wanted || gain <= Math.max(...nulls)) continue;
    found.push({ base, field: grouping.field, terms: termsOf(base, grouping), far });
    // The part that one term explains is no evidence for the next.
    left = groups.reduce((residual, group) => explained(rows, residual, group), left);
  }
  return { found, tried: candidates.length };
}

interface Candidate {
  readonly base: Term;
  readonly grouping: Grouping;
  readonly rows: TermRows;
  /** Pairs by the group of who chooses, and all of them. */
  readonly groups: readonly Uint32Array[];
  readonly grouped: Uint32Array;
}

function candidatesOf(people: FitPeople, bases: readonly Term[], residuals: Residuals): readonly Candidate[] {
  const { definition, persons, nowMs } = people;
  const all = groupings(definition, persons).map((grouping) => {
    const groupOf = (n: number) => grouping.groupOf[residuals.raters[n]!]!;
    const pairs = allOf(residuals);
    const groups = grouping.groups.map((_, group) => pairs.filter((n) => groupOf(n) === group));
    return { grouping, groups, grouped: pairs.filter((n) => groupOf(n) >= 0) };
  });
  return bases.flatMap((base) => {
    const learnable = learnableTerm(definition, base, nowMs);
    if (learnable.values.length > MOST_SLOTS) return [];
    const rows = termRows(learnable, residuals, persons);
    return all.filter(({ grouping }) => !reads(base, grouping.field)).map((one) => ({ base, rows, ...one }));
  });
}

/** A null copy keeps the field of the groups, so a comparison of that field would never look like chance. */
function reads(base: Term, field: string): boolean {
  const { me, other } = termFields(base);
  return me === field || other === field;
}

function strongest(candidates: readonly Candidate[], residuals: Residuals): readonly Candidate[] {
  const measured = candidates.map((candidate) => {
    const { rows, groups } = candidate;
    // The gain of columns that say nothing is about half their number.
    const usual = (rows.slotCount * (groups.length - 1)) / 2;
    return { candidate, far: (gainByGroup(rows, residuals, candidate) - usual) / Math.sqrt(usual) };
  });
  measured.sort((a, b) => b.far - a.far);
  return measured.slice(0, MOST_COMPARED).map(({ candidate }) => candidate);
}

/** The gain of columns for each group beyond columns for all. */
function gainByGroup(
  rows: TermRows,
  residuals: Residuals,
  { groups, grouped }: Pick<Candidate, 'groups' | 'grouped'>,
): number {
  const left = explained(rows, residuals, grouped);
  return groups.reduce((sum, group) => sum + scoreTest(rows, left, group).gain, 0);
}

/** The residuals of these pairs after one step of the columns; the level is free and not taken away. */
function explained(rows: TermRows, residuals: Residuals, pairs: Uint32Array): Residuals {
  const { step } = scoreTest(rows, residuals, pairs);
  const slopes = residuals.slopes.slice();
  for (const n of pairs) {
    let points = 0;
    for (let at = n === 0 ? 0 : rows.ends[n - 1]!; at < rows.ends[n]!; at++)
      points += rows.shares[at]! * step[rows.slots[at]!]!;
    slopes[n]! -= residuals.curvatures[n]! * points;
  }
  return { ...residuals, slopes };
}

/** Numbered copies of the people for each grouping, made with their first use. */
function nullCopies({ persons, sides }: FitPeople, random: SeededRandom) {
  const known = new Map<Grouping, (readonly Person[])[]>();
  return (grouping: Grouping, copy: number): readonly Person[] => {
    const copies = known.get(grouping) ?? [];
    known.set(grouping, copies);
    copies[copy] ??= exchangedWithin(persons, (n) => `${grouping.groupOf[n]} ${sides[n]}`, random);
    return copies[copy];
  };
}

function termsOf(base: Term, { groups }: Grouping): readonly Term[] {
  return groups.map(({ name, condition }) => ({ ...base, ...condition, name: nameBySide(base.name, name) }));
}
