/** Reads the data that a run learns from, page by page, and the people in it. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { StandingOutcome, Triplet } from '../../learning-store.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';

export async function* outcomesUntil(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  until: string,
  pageSize: number,
): AsyncIterable<readonly StandingOutcome[]> {
  let after = { at: '', seeker: '', candidate: '' };
  for (;;) {
    const page = await db
      .selectFrom('outcomes')
      .select(['seeker_id', 'candidate_id', 'label', 'weight', 'match_id', 'at', 'key_id'])
      .where('tenant_id', '=', tenant)
      .where('domain', '=', domain)
      .where('is_current', '=', 1)
      .where('at', '<=', until)
      .where('at', '>=', after.at)
      .where((eb) =>
        eb.or([
          eb('at', '>', after.at),
          eb('seeker_id', '>', after.seeker),
          eb.and([eb('seeker_id', '=', after.seeker), eb('candidate_id', '>', after.candidate)]),
        ]),
      )
      .orderBy('at')
      .orderBy('seeker_id')
      .orderBy('candidate_id')
      .limit(pageSize)
      .execute();
    if (page.length > 0) yield page.map(outcomeOf);
    if (page.length < pageSize) return;
    const last = page.at(-1)!;
    after = { at: last.at, seeker: last.seeker_id, candidate: last.candidate_id };
  }
}

export function outcomeOf(row: {
  seeker_id: string;
  candidate_id: string;
  label: string;
  weight: number;
  match_id: string | null;
  at: string;
  key_id: string | null;
}): StandingOutcome {
  return {
    seekerId: row.seeker_id,
    candidateId: row.candidate_id,
    label: row.label,
    weight: row.weight,
    matchId: row.match_id,
    at: row.at,
    keyId: row.key_id,
  };
}

export async function* tripletsOf(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  runId: string | null,
  pageSize: number,
): AsyncIterable<readonly Triplet[]> {
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('triplets')
      .select(['triplet_id', 'seeker_id', 'candidate_id', 'positive_id', 'negative_id', 'weight'])
      .where('tenant_id', '=', tenant)
      .where('domain', '=', domain)
      .where('state', '<>', 'withdrawn')
      .$if(runId !== null, (query) => query.where('run_id', '=', runId))
      .where('triplet_id', '>', after)
      .orderBy('triplet_id')
      .limit(pageSize)
      .execute();
    if (page.length > 0) {
      yield page.map((row) => ({
        tripletId: row.triplet_id,
        seekerId: row.seeker_id,
        candidateId: row.candidate_id,
        positiveId: row.positive_id === '' ? null : row.positive_id,
        negativeId: row.negative_id === '' ? null : row.negative_id,
        weight: row.weight,
      }));
    }
    if (page.length < pageSize) return;
    after = page.at(-1)!.triplet_id;
  }
}

/** Ignores people that were noted before, because a resumed run notes the same ones again. */
export async function noteLearnedFrom(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  runId: string,
  userIds: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(userIds, 200)) {
    await db
      .insertInto('learned_from')
      .values(chunk.map((userId) => ({ tenant_id: tenant, user_id: userId, run_id: runId, domain })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function learnedFrom(db: Kysely<Tables>, runId: string): Promise<ReadonlySet<string>> {
  const people = await db
    .selectFrom('learned_from')
    .select(['tenant_id', 'user_id'])
    .where('run_id', '=', runId)
    .execute();
  return new Set(people.map((row) => `${row.tenant_id}/${row.user_id}`));
}
