/**
 * An oracle for the answer of a match whose last stage is `light_ml`, by the declared scorecard. Every stored
 * row is checked by `rowPasses` and scored by the comparators. No index and no compiled program takes part.
 */

import { asLogOdds } from '../../../contract/brands.ts';
import { bindPreferenceOrigin } from '../../../domains/bind-origin.ts';
import type { Aggregation, DomainDefinition } from '../../../domains/definition.ts';
import { parseFilters } from '../../../domains/parse-filter.ts';
import { rowPasses } from '../../../domains/row-passes.ts';
import { readsText } from '../../../domains/scorecard-check.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { compareIds, tieBreak } from '../../index/tie-break.ts';
import { personOfRow } from '../../ranking/scoring/person.ts';
import { aggregate, probabilityOf } from '../../ranking/scoring/probability.ts';
import { readyTerm } from '../../ranking/scoring/ready-term.ts';
import { NOW, resolvePlace, TENANT } from './match-world.ts';

interface Asked {
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly reciprocal?: Aggregation;
  readonly stages?: Readonly<Record<string, unknown>> & {
    readonly light_ml?: { readonly top_k?: number; readonly min_score?: number } | undefined;
  };
}

/**
 * User ids and scores, best first, of all `userIds` that may be shown; equal scores by user id. null: the
 * request needs the seeker's place, which is not known.
 */
export async function lightMlOracle(
  store: Store,
  definition: DomainDefinition,
  seekerId: string,
  userIds: readonly string[],
  { filters, reciprocal, stages }: Asked,
): Promise<readonly (readonly [userId: string, score: number])[] | null> {
  const rows = await store.profiles.getMany(TENANT, definition.domain, userIds);
  const seeker = rows.find(({ userId }) => userId === seekerId)!;
  const { clauses } = parseFilters(definition, filters, resolvePlace);
  const bound = bindPreferenceOrigin(clauses, seeker.places);
  if (bound.some((clause) => clause.op === 'within_km' && clause.origin === null)) return null;
  const isShown = (other: ProfileRow) =>
    other.userId !== seekerId &&
    (definition.candidates !== 'complete' || other.complete) &&
    isSought(definition, seeker, other) &&
    rowPasses([...bound, ...wishesOf(seeker)], other.fields, other.places) &&
    (!bothCount(definition, reciprocal) || rowPasses(wishesOf(other), seeker.fields, seeker.places));
  const terms = definition.scorecard.terms
    .filter((term) => !readsText(term))
    .map((term) => readyTerm(definition, term, Date.parse(NOW)));
  const oddsOf = (one: ProfileRow, other: ProfileRow) => {
    const [me, them] = [personOfRow(definition, one, []), personOfRow(definition, other, [])];
    const points = terms.map((term) => term.read(me, them).points);
    return asLogOdds(points.reduce<number>((sum, one) => sum + one, definition.scorecard.intercept));
  };
  const scored = rows.filter(isShown).map((other): readonly [string, number] => {
    const [forward, backward] = [probabilityOf(oddsOf(seeker, other)), probabilityOf(oddsOf(other, seeker))];
    return [other.userId, aggregate(reciprocal ?? definition.reciprocal, forward, backward)];
  });
  const { top_k: topK = 2000, min_score: minScore = 0 } = stages?.light_ml ?? {};
  return scored
    .filter(([, score]) => score >= minScore)
    .sort(([a, x], [b, y]) => y - x || tieBreak(a) - tieBreak(b) || compareIds(a, b))
    .slice(0, topK)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

function wishesOf({ preferences, places }: ProfileRow) {
  return bindPreferenceOrigin(preferences.effective.clauses, places);
}

function isSought({ sides }: DomainDefinition, seeker: ProfileRow, other: ProfileRow): boolean {
  const [mine, theirs] = [seeker, other].map(({ fields }) => String(fields[sides?.field ?? '']));
  return sides === undefined || (sides.seeks[mine!] ?? []).includes(theirs!);
}

function bothCount(definition: DomainDefinition, reciprocal: Aggregation | undefined): boolean {
  return definition.reciprocal !== 'off' || (reciprocal ?? 'off') !== 'off';
}
