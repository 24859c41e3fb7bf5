/** The outcomes that a withdrawal selects, in both tables that hold them. */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { OutcomeSelection } from '../../withdrawal.ts';
import type { Tables } from '../tables.generated.ts';

export interface SelectedPair {
  readonly seeker_id: string;
  readonly candidate_id: string;
}

/** Pairs with a selected outcome, at most `limit` of each table, those of a seeker together. */
export async function selectedPairs(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  selection: OutcomeSelection,
  limit: number,
): Promise<readonly SelectedPair[]> {
  const found: SelectedPair[] = [];
  for (const table of ['outcomes', 'replaced_outcomes'] as const) {
    const pairs = await db
      .selectFrom(table)
      .select(['seeker_id', 'candidate_id'])
      .where('tenant_id', '=', tenant)
      .where('domain', '=', domain)
      .where((eb) => isSelected(eb as never, selection))
      .orderBy('seeker_id')
      .limit(limit)
      .execute();
    found.push(...pairs);
  }
  return found;
}

/** Outcomes that are selected, and the triplets that name a selected pair whose label is current. */
export async function countSelected(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  selection: OutcomeSelection,
): Promise<{ readonly outcomes: number; readonly triplets: number }> {
  let outcomes = 0;
  for (const table of ['outcomes', 'replaced_outcomes'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('tenant_id', '=', tenant)
      .where('domain', '=', domain)
      .where((eb) => isSelected(eb as never, selection))
      .executeTakeFirstOrThrow();
    outcomes += Number(count);
  }
  return { outcomes, triplets: outcomes === 0 ? 0 : await countTriplets(db, tenant, domain, selection) };
}

async function countTriplets(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  selection: OutcomeSelection,
): Promise<number> {
  // One query a side, so that each uses its index over pairs; a triplet that both find counts once.
  const side = (part: 'positive_id' | 'negative_id') =>
    db
      .selectFrom('outcomes')
      .innerJoin('triplets', (join) =>
        join
          .onRef('triplets.tenant_id', '=', 'outcomes.tenant_id')
          .onRef('triplets.seeker_id', '=', 'outcomes.seeker_id')
          .onRef(`triplets.${part}`, '=', 'outcomes.candidate_id')
          .onRef('triplets.domain', '=', 'outcomes.domain'),
      )
      .select('triplets.triplet_id')
      .where('triplets.state', '<>', 'withdrawn')
      .where('outcomes.tenant_id', '=', tenant)
      .where('outcomes.domain', '=', domain)
      .where('outcomes.is_current', '=', 1)
      .where((eb) => isSelected(eb as never, selection, 'outcomes.'));
  const { count } = await db
    .selectFrom(side('positive_id').union(side('negative_id')).as('named'))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** All given conditions hold. */
function isSelected(
  eb: ExpressionBuilder<Tables, 'outcomes'>,
  { keyId, seekerId, candidateId, since, until }: OutcomeSelection,
  prefix: '' | 'outcomes.' = '',
) {
  const column = (name: string) => sql.ref<string>(`${prefix}${name}`);
  return eb.and([
    ...(keyId === undefined ? [] : [eb(column('key_id'), '=', keyId)]),
    ...(seekerId === undefined ? [] : [eb(column('seeker_id'), '=', seekerId)]),
    ...(candidateId === undefined ? [] : [eb(column('candidate_id'), '=', candidateId)]),
    ...(since === undefined ? [] : [eb(column('at'), '>=', since)]),
    ...(until === undefined ? [] : [eb(column('at'), '<=', until)]),
  ]);
}
