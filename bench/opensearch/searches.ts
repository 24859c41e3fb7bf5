/** The searches that both engines get: a person of the world, a filter, and both sides' preferences. */
import { tenantId } from '../../src/contract/brands.ts';
import { bindPreferenceOrigin } from '../../src/domains/bind-origin.ts';
import { parseFilters } from '../../src/domains/parse-filter.ts';
import { readsText } from '../../src/domains/scorecard-check.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import type { Counterpart } from '../../src/matching/index/candidate-index.ts';
import { servedScorecard } from '../../src/matching/ranking/models/served-scorecard.ts';
import { type Person, personOfRow } from '../../src/matching/ranking/scoring/person.ts';
import { readyTerm } from '../../src/matching/ranking/scoring/ready-term.ts';
import type { RemoteStep } from '../../src/matching/search-engine/candidate-search.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { filters, type Strength } from '../world/filter-strengths.ts';
import { openWorld, WORLD_MS } from '../world/generate-people.ts';

export const TENANT = tenantId('ten_bench');
export const definition = shippedDomain('dating')!;
export const scorecard = servedScorecard(definition);
export const terms = scorecard.terms
  .filter((term) => !readsText(term))
  .map((term) => readyTerm(definition, term, WORLD_MS));
export const world = openWorld({
  tenant: TENANT,
  definition,
  encoderId: 'none',
  dimension: 1,
  withTexts: false,
});

export interface Search {
  readonly seeker: Person;
  /** All but the seeker themself. */
  readonly steps: readonly Exclude<RemoteStep, { drop: unknown } | { blocking: unknown }>[];
  readonly userId: string;
}

export function searchOf(strength: Strength, n: number, people: number): Search {
  const { row } = world.person(new SeededRandom(11 + n).below(people));
  const values = { ...row.fields, ...row.derived };
  const { clauses } = parseFilters(definition, filters[strength], () => null);
  const { effective } = row.preferences;
  const counterpart: Counterpart = { userId: row.userId, values, places: row.places };
  return {
    seeker: personOfRow(definition, row, []),
    userId: row.userId,
    steps: [
      { reason: 'incomplete', keep: 'complete' },
      { reason: 'filters', keep: bindPreferenceOrigin(clauses, row.places) },
      { reason: 'preferences', keep: bindPreferenceOrigin(effective.clauses, row.places) },
      { reason: 'not_wanted', accepts: counterpart },
    ],
  };
}
