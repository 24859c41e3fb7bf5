/**
 * Writes profiles, in the caller's transaction. Rows go in as multi-row statements: a batch of a hundred
 * takes a dozen statements instead of five hundred.
 */
import type { Kysely } from 'kysely';
import { tenantId } from '../../../../contract/brands.ts';
import type { ProfileWriteResult } from '../../store.ts';
import { raiseChangeCounter } from '../change-counters.ts';
import { compileOnce } from '../compile-once.ts';
import { claimsInUse, keepAnswers } from '../idempotency/answered-keys.ts';
import { inChunks } from '../in-chunks.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';
import { blockedAmong } from './blocked-people.ts';
import { noteEncoded } from './encode-rows.ts';
import type { EncodedWrite } from './encode-write.ts';
import { replaceTerms } from './person-terms.ts';
import { replaceVectors } from './put-vectors.ts';
import { cancelRefreshes, scheduleRefreshes } from './refresh-jobs.ts';
import { noteTextsToRead } from './rows-to-read.ts';

/** Rows a statement. */
const IDS_A_STATEMENT = 500;

/**
 * One result a write, in order. A row that occurs twice is written twice, and the later write is compared
 * with the earlier one.
 */
export async function writeProfiles(
  db: Kysely<Tables>,
  writes: readonly EncodedWrite[],
): Promise<readonly ProfileWriteResult[]> {
  const results: ProfileWriteResult[] = [];
  for (const run of distinctRuns(writes)) results.push(...(await writeDistinct(db, run)));
  return results;
}

/** Cuts the writes, in order, into batches that never have two writes of one row. */
function distinctRuns(writes: readonly EncodedWrite[]): readonly (readonly EncodedWrite[])[] {
  const runs: EncodedWrite[][] = [];
  let seen = new Set<string>();
  let run: EncodedWrite[] = [];
  for (const write of writes) {
    const key = rowKey(write.profile);
    if (seen.has(key)) {
      runs.push(run);
      run = [];
      seen = new Set();
    }
    seen.add(key);
    run.push(write);
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

async function writeDistinct(
  db: Kysely<Tables>,
  writes: readonly EncodedWrite[],
): Promise<readonly ProfileWriteResult[]> {
  const inUse = await claimsInUse(db, claimsOf(writes));
  const usedKeys = new Set([...inUse].map(({ write }) => write));
  const blocked = await blockedWrites(db, writes);
  const open = writes.filter((write) => !usedKeys.has(write) && !blocked.has(write));
  const stored = await storedRows(db, open);
  const current = open.filter(
    ({ profile }) => (stored.get(rowKey(profile))?.revision ?? 0) === profile.revision,
  );
  const erasures = await erasureSequences(
    db,
    current.filter(({ profile }) => profile.revision === 0),
  );
  const upserted = await upsertProfiles(
    db,
    current.map(({ profile }) => withNextRevision(profile, erasures)),
  );
  const kept = new Set(upserted.map(rowKey));
  const written = current.filter(({ profile }) => kept.has(rowKey(profile)));
  await putChanges(
    db,
    'upsert',
    written.map(({ profile }) => profile),
  );
  await replaceTerms(
    db,
    written.map(({ profile }) => ({ row: profile, before: stored.get(rowKey(profile))?.terms ?? null })),
  );
  await insertContextItems(
    db,
    written.flatMap(({ contextItems }) => contextItems),
  );
  await replaceVectors(db, written);
  await noteEncoded(db, written);
  await noteTextsToRead(db, written);
  await writeRefreshes(db, written);
  await keepAnswers(db, claimsOf(written));
  return writes.map((write) => {
    if (usedKeys.has(write)) return 'in_use';
    if (blocked.has(write)) return 'blocked';
    return kept.has(rowKey(write.profile)) ? 'written' : 'conflict';
  });
}

/** The writes for people whose id was blocked with an erasure. */
async function blockedWrites(
  db: Kysely<Tables>,
  writes: readonly EncodedWrite[],
): Promise<ReadonlySet<EncodedWrite>> {
  const blocked = new Set<EncodedWrite>();
  for (const [tenant, group] of Map.groupBy(writes, ({ profile }) => profile.tenant_id)) {
    const ids = await blockedAmong(db, tenantId(tenant), group.map(userIdOf));
    for (const write of group) if (ids.has(userIdOf(write))) blocked.add(write);
  }
  return blocked;
}

function claimsOf(writes: readonly EncodedWrite[]) {
  return writes.flatMap((write) =>
    write.claim === undefined ? [] : [{ ...write.claim, tenant: tenantId(write.profile.tenant_id), write }],
  );
}

async function storedRows(
  db: Kysely<Tables>,
  writes: readonly EncodedWrite[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const stored = new Map<string, StoredRow>();
  for (const group of byTenantAndDomain(writes)) {
    const { tenant_id, domain } = group[0]!.profile;
    for (const chunk of inChunks(group, IDS_A_STATEMENT)) {
      const found = await rowsById(db, tenant_id, domain, chunk.map(userIdOf));
      for (const { user_id, revision, terms } of found)
        stored.set(rowKey({ tenant_id, domain, user_id }), { revision: Number(revision), terms });
    }
  }
  return stored;
}

interface StoredRow extends Pick<Tables['profiles'], 'terms'> {
  readonly revision: number;
}

const rowsById = compileOnce((db, tenant: string, domain: string, userIds: readonly string[]) =>
  db
    .selectFrom('profiles')
    .select(['user_id', 'revision', 'terms'])
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('user_id', 'in', [...userIds]),
);

/**
 * For new rows of people who were erased before: the change sequence of the erasure. A returning row
 * continues from that number, which is above all of its earlier revisions, because each of those took a
 * sequence. So work that began with the erased row, such as its vector, never matches a revision of the new
 * row.
 */
async function erasureSequences(
  db: Kysely<Tables>,
  writes: readonly EncodedWrite[],
): Promise<ReadonlyMap<string, number>> {
  const sequences = new Map<string, number>();
  for (const group of byTenantAndDomain(writes)) {
    const { tenant_id, domain } = group[0]!.profile;
    for (const chunk of inChunks(group, IDS_A_STATEMENT)) {
      const found = await erasuresById(db, tenant_id, domain, chunk.map(userIdOf));
      for (const { user_id, sequence } of found)
        sequences.set(rowKey({ tenant_id, domain, user_id }), Number(sequence));
    }
  }
  return sequences;
}

const erasuresById = compileOnce((db, tenant: string, domain: string, userIds: readonly string[]) =>
  db
    .selectFrom('changes')
    .select(['user_id', 'sequence'])
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('kind', '=', 'delete')
    .where('user_id', 'in', [...userIds]),
);

function userIdOf({ profile }: EncodedWrite): string {
  return profile.user_id;
}

function withNextRevision(
  profile: Tables['profiles'],
  erasures: ReadonlyMap<string, number>,
): Tables['profiles'] {
  const read = profile.revision === 0 ? (erasures.get(rowKey(profile)) ?? 0) : profile.revision;
  return { ...profile, revision: read + 1 };
}

const profileKeyColumns = ['tenant_id', 'domain', 'user_id'] as const;

const profileContentColumns = [
  'schema_version',
  'fields',
  'derived',
  'places',
  'layers',
  'extras',
  'preferences',
  'missing_required',
  'complete',
  'created_at',
  'updated_at',
  'last_enriched_at',
  'revision',
  'terms',
] as const satisfies readonly (keyof Tables['profiles'])[];

/**
 * Returns the keys of the rows that were written. The WHERE detects a write between the caller's read and
 * this one.
 */
const upsertProfiles = rowInserter<Tables['profiles'], RowKey>(
  [...profileKeyColumns, ...profileContentColumns],
  (db, rows) =>
    db
      .insertInto('profiles')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(profileKeyColumns)
          .doUpdateSet((eb) =>
            Object.fromEntries(profileContentColumns.map((column) => [column, eb.ref(`excluded.${column}`)])),
          )
          .whereRef('profiles.revision', '=', (eb) => eb('excluded.revision', '-', 1)),
      )
      .returning(profileKeyColumns),
);

const upsertChanges = rowInserter<Tables['changes']>(
  ['tenant_id', 'domain', 'user_id', 'sequence', 'kind'],
  (db, rows) =>
    db
      .insertInto('changes')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(profileKeyColumns).doUpdateSet((eb) => ({
          sequence: eb.ref('excluded.sequence'),
          kind: eb.ref('excluded.kind'),
        })),
      ),
);

const insertContextItems = rowInserter<Tables['context_items']>(
  [
    'tenant_id',
    'domain',
    'user_id',
    'context_id',
    'source',
    'content',
    'content_hash',
    'minhash',
    'created_at',
  ],
  (db, rows) => db.insertInto('context_items').values(rows),
);

/** Gives each row the next sequence of its domain, in order. */
export async function putChanges(
  db: Kysely<Tables>,
  kind: 'upsert' | 'delete',
  rows: readonly RowKey[],
): Promise<void> {
  for (const ofDomain of Map.groupBy(rows, domainKey).values()) {
    const last = await raiseChangeCounter(db, ofDomain[0]!, ofDomain.length);
    await upsertChanges(
      db,
      ofDomain.map(({ tenant_id, domain, user_id }, position) => ({
        tenant_id,
        domain,
        user_id,
        sequence: last - ofDomain.length + 1 + position,
        kind,
      })),
    );
  }
}

async function writeRefreshes(db: Kysely<Tables>, written: readonly EncodedWrite[]): Promise<void> {
  const cancelled = written.filter(
    ({ refreshDueAtMs, profile }) => refreshDueAtMs === null && profile.revision > 0,
  );
  for (const group of byTenantAndDomain(cancelled)) await cancelRefreshes(db, group.map(personOf));
  await scheduleRefreshes(
    db,
    written.flatMap((write) =>
      typeof write.refreshDueAtMs === 'number'
        ? [{ ...personOf(write), dueAtMs: write.refreshDueAtMs, at: write.profile.updated_at }]
        : [],
    ),
  );
}

function personOf({ profile: { tenant_id, domain, user_id } }: EncodedWrite) {
  return { tenantId: tenantId(tenant_id), domain, userId: user_id };
}

function byTenantAndDomain(writes: readonly EncodedWrite[]): readonly (readonly EncodedWrite[])[] {
  return [...Map.groupBy(writes, ({ profile }) => domainKey(profile)).values()];
}

type RowKey = Pick<Tables['profiles'], 'tenant_id' | 'domain' | 'user_id'>;

const domainKey = ({ tenant_id, domain }: Pick<RowKey, 'tenant_id' | 'domain'>) => `${tenant_id} ${domain}`;

/** Unique, because tenants and domains have no space. */
function rowKey({ tenant_id, domain, user_id }: RowKey): string {
  return `${tenant_id} ${domain} ${user_id}`;
}
