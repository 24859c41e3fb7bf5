/**
 * Counters of exposure: how often each person was shown, and a histogram of these counts. Everything about
 * the spread of exposure follows from the histogram, which is small.
 */
import { type Kysely, sql } from 'kysely';
import { inChunks } from '../in-chunks.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';

const IDS_A_STATEMENT = 500;

const putPeople = rowInserter<Tables['exposed_people']>(
  ['tenant_id', 'domain', 'candidate_id', 'times'],
  (db, rows) =>
    db
      .insertInto('exposed_people')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'domain', 'candidate_id'])
          .doUpdateSet((eb) => ({ times: eb.ref('excluded.times') })),
      ),
);

interface Exposed {
  readonly domain: string;
  readonly candidate_id: string;
  readonly times: number;
}

/** Each person once in a domain. */
export async function changeExposure(
  db: Kysely<Tables>,
  tenant: string,
  people: readonly Exposed[],
  sign: 1 | -1,
): Promise<void> {
  for (const [domain, ofDomain] of Map.groupBy(people, (person) => person.domain)) {
    const groups = new Map<number, number>();
    for (const chunk of inChunks(ofDomain, IDS_A_STATEMENT)) {
      await changeChunk(db, { tenant_id: tenant, domain }, chunk, sign, groups);
    }
    await changeGroups(db, { tenant_id: tenant, domain }, groups);
  }
}

type DomainKey = Pick<Tables['exposed_people'], 'tenant_id' | 'domain'>;

/** Adds to `groups` how many people each number of times gains or loses. */
async function changeChunk(
  db: Kysely<Tables>,
  key: DomainKey,
  people: readonly Exposed[],
  sign: 1 | -1,
  groups: Map<number, number>,
): Promise<void> {
  const ids = people.map((person) => person.candidate_id);
  const known = await db
    .selectFrom('exposed_people')
    .select(['candidate_id', 'times'])
    .where('tenant_id', '=', key.tenant_id)
    .where('domain', '=', key.domain)
    .where('candidate_id', 'in', ids)
    .execute();
  const before = new Map(known.map((row) => [row.candidate_id, row.times]));
  const after = people.map(({ candidate_id, times }) => {
    const standing = before.get(candidate_id) ?? 0;
    move(groups, standing, standing + sign * times);
    return { ...key, candidate_id, times: standing + sign * times };
  });
  await putPeople(
    db,
    after.filter((row) => row.times > 0),
  );
  const gone = after.filter((row) => row.times === 0).map((row) => row.candidate_id);
  if (gone.length === 0) return;
  await db
    .deleteFrom('exposed_people')
    .where('tenant_id', '=', key.tenant_id)
    .where('domain', '=', key.domain)
    .where('candidate_id', 'in', gone)
    .execute();
}

function move(groups: Map<number, number>, from: number, to: number): void {
  if (from > 0) groups.set(from, (groups.get(from) ?? 0) - 1);
  if (to > 0) groups.set(to, (groups.get(to) ?? 0) + 1);
}

async function changeGroups(
  db: Kysely<Tables>,
  key: DomainKey,
  groups: ReadonlyMap<number, number>,
): Promise<void> {
  const changed = [...groups].filter(([, people]) => people !== 0);
  for (const [times, people] of changed) {
    await db
      .insertInto('exposure_counts')
      .values({ ...key, times, people })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'domain', 'times'])
          .doUpdateSet({ people: sql`exposure_counts.people + excluded.people` }),
      )
      .execute();
  }
  const times = changed.filter(([, people]) => people < 0).map(([count]) => count);
  for (const chunk of inChunks(times, IDS_A_STATEMENT)) {
    await db
      .deleteFrom('exposure_counts')
      .where('tenant_id', '=', key.tenant_id)
      .where('domain', '=', key.domain)
      .where('times', 'in', [...chunk])
      .where('people', '=', 0)
      .execute();
  }
}
