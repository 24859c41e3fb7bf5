/** Reads profiles: by id, by person, by key order, and by change. */
import { type Kysely, sql } from 'kysely';
import { changeSequence, type TenantId } from '../../../../contract/brands.ts';
import type { ContextItem, ProfileChange, ProfileRow, ProfileVector } from '../../profile-row.ts';
import type { ChangedProfile, IndexedProfile, IndexedRow, StoredProfile, StoredVector } from '../../store.ts';
import { compileOnce } from '../compile-once.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';
import { decodeContextItem, decodeProfile, decodeProfileVector, decodeVector } from './profile-codec.ts';

/** Statements of a large read run in parallel where the database can. */
const IDS_A_STATEMENT = 50;

export async function getProfiles(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  userIds: readonly string[],
): Promise<readonly ProfileRow[]> {
  const chunks = [...inChunks([...new Set(userIds)], IDS_A_STATEMENT)];
  const stored = await Promise.all(chunks.map((chunk) => profilesById(db, tenant, domain, [...chunk])));
  const found = new Map(stored.flat().map((row) => [row.user_id, decodeProfile(row)]));
  return userIds.flatMap((userId) => found.get(userId) ?? []);
}

const profilesById = compileOnce((db, tenant: string, domain: string, userIds: readonly string[]) =>
  db
    .selectFrom('profiles')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('user_id', 'in', [...userIds]),
);

export async function listProfileDomains(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
): Promise<readonly ProfileRow[]> {
  const stored = await db
    .selectFrom('profiles')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('domain')
    .execute();
  return stored.map(decodeProfile);
}

export async function getVectors(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
): Promise<readonly ProfileVector[]> {
  return (await vectorsOfPerson(db, tenant, userId)).map(decodeProfileVector);
}

const vectorsOfPerson = compileOnce((db, tenant: string, userId: string) =>
  db
    .selectFrom('heads')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .orderBy('head')
    .orderBy('encoder_id'),
);

export async function getVectorsOf(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  userIds: readonly string[],
  encoderId: string,
): Promise<ReadonlyMap<string, ProfileVector>> {
  const chunks = [...inChunks(userIds, IDS_A_STATEMENT)];
  const stored = await Promise.all(
    chunks.map((chunk) => vectorsById(db, tenant, domain, [...chunk], encoderId)),
  );
  return new Map(stored.flat().map((row) => [row.user_id, decodeProfileVector(row)]));
}

const vectorsById = compileOnce(
  (db, tenant: string, domain: string, userIds: readonly string[], encoderId: string) =>
    db
      .selectFrom('heads')
      .selectAll()
      .where('tenant_id', '=', tenant)
      .where('head', '=', domain)
      .where('user_id', 'in', [...userIds])
      .where('encoder_id', '=', encoderId),
);

/** Uses the index over encoders, and leaves the sentences out. */
export async function listVectors(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  encoderId: string,
  after: string | null,
  limit: number,
): Promise<readonly StoredVector[]> {
  const stored = await db
    .selectFrom('heads')
    .select(['user_id', 'codes', 'scale', 'halves'])
    .where('encoder_id', '=', encoderId)
    .where('tenant_id', '=', tenant)
    .where('head', '=', domain)
    .$if(after !== null, (query) => query.where('user_id', '>', after!))
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return stored.map((row) => ({ userId: row.user_id, vector: decodeVector(row) }));
}

export async function listContextItems(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  userId: string,
  limit: number,
): Promise<readonly ContextItem[]> {
  return (await newestItems(db, tenant, domain, userId, limit)).map(decodeContextItem);
}

const newestItems = compileOnce((db, tenant: string, domain: string, userId: string, limit: number) =>
  db
    .selectFrom('context_items')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .where('domain', '=', domain)
    .orderBy('created_at', 'desc')
    .orderBy('context_id', 'desc')
    .limit(limit),
);

export async function countProfiles(db: Kysely<Tables>, tenant: TenantId, domain: string): Promise<number> {
  const { count } = await db
    .selectFrom('profiles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The page after a user id (null: the first), in key order, with the encoder's vector of the row's own
 * domain.
 */
export async function profilePage(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  afterUserId: string | null,
  pageSize: number,
  encoderId: string | null,
): Promise<readonly StoredProfile[]> {
  const stored = await db
    .selectFrom('profiles')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .$if(afterUserId !== null, (query) => query.where('user_id', '>', afterUserId!))
    .orderBy('user_id')
    .limit(pageSize)
    .execute();
  const userIds = stored.map((row) => row.user_id);
  const vectors =
    encoderId === null
      ? new Map<string, ProfileVector>()
      : await getVectorsOf(db, tenant, domain, userIds, encoderId);
  return stored.map((row) => ({ row: decodeProfile(row), profileVector: vectors.get(row.user_id) ?? null }));
}

const documents = sql<string>`'[' || p.fields || ',' || p.derived || ',' || p.places || ',' || p.preferences || ']'`;

/** The rows that an index is built from, after a user id (null: the first), in key order; not yet decoded. */
export async function indexedRows(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  encoderId: string,
  after: string | null,
  limit: number,
) {
  return rowsToIndex(db, tenant, domain, encoderId)
    .$if(after !== null, (query) => query.where('p.user_id', '>', after!))
    .orderBy('p.user_id')
    .limit(limit)
    .execute();
}

const rowsToIndex = (db: Kysely<Tables>, tenant: string, domain: string, encoderId: string) =>
  db
    .selectFrom('profiles as p')
    .leftJoin('heads as h', (join) =>
      join
        .onRef('h.tenant_id', '=', 'p.tenant_id')
        .onRef('h.user_id', '=', 'p.user_id')
        .on('h.head', '=', domain)
        .on('h.encoder_id', '=', encoderId),
    )
    .select(['p.user_id', 'p.complete', 'p.updated_at'])
    .select(['h.encoder_id', 'h.codes', 'h.scale', 'h.halves'])
    .select(documents.as('documents'))
    .where('p.tenant_id', '=', tenant)
    .where('p.domain', '=', domain);

/** The same of these users, in any order. */
export async function getIndexed(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  userIds: readonly string[],
  encoderId: string,
): Promise<readonly IndexedProfile[]> {
  const chunks = [...inChunks([...new Set(userIds)], IDS_A_STATEMENT)];
  const stored = await Promise.all(
    chunks.map((chunk) => indexedById(db, tenant, domain, [...chunk], encoderId)),
  );
  return stored.flatMap(decodeIndexed);
}

const indexedById = compileOnce(
  (db, tenant: string, domain: string, userIds: readonly string[], encoderId: string) =>
    rowsToIndex(db, tenant, domain, encoderId).where('p.user_id', 'in', [...userIds]),
);

type IndexedRows = Readonly<Awaited<ReturnType<typeof indexedRows>>>;

/**
 * Parses the documents of many rows as one text, which is faster (docs/design/decisions/store-choices.md).
 */
export function decodeIndexed(stored: IndexedRows): readonly IndexedProfile[] {
  type Documents = readonly [
    IndexedRow['fields'],
    IndexedRow['derived'],
    IndexedRow['places'],
    IndexedRow['preferences'],
  ];
  const read = JSON.parse(`[${stored.map(({ documents }) => documents).join(',')}]`) as readonly Documents[];
  return stored.map(({ user_id, complete, updated_at, encoder_id, codes, scale, halves }, n) => {
    const [fields, derived, places, preferences] = read[n]!;
    const row = { userId: user_id, fields, derived, places, preferences };
    return {
      row: { ...row, complete: complete === 1, updatedAt: updated_at },
      profileVector:
        encoder_id === null
          ? null
          : { encoderId: encoder_id, vector: decodeVector({ codes: codes!, scale: scale!, halves }) },
    };
  });
}

/**
 * The changes after a sequence, each with the row that an index takes; in one statement, so that both are of
 * one moment.
 */
export const changedRows = compileOnce(
  (db, tenant: string, domain: string, encoderId: string, after: number, limit: number) =>
    db
      .selectFrom('changes as c')
      .leftJoin('profiles as p', (join) =>
        join
          .onRef('p.tenant_id', '=', 'c.tenant_id')
          .onRef('p.domain', '=', 'c.domain')
          .onRef('p.user_id', '=', 'c.user_id'),
      )
      .leftJoin('heads as h', (join) =>
        join
          .onRef('h.tenant_id', '=', 'c.tenant_id')
          .onRef('h.user_id', '=', 'c.user_id')
          .onRef('h.head', '=', 'c.domain')
          .on('h.encoder_id', '=', encoderId),
      )
      .select(['c.sequence', 'c.user_id', 'p.complete', 'p.updated_at'])
      .select(['h.encoder_id', 'h.codes', 'h.scale', 'h.halves'])
      .select(documents.as('documents'))
      .where('c.tenant_id', '=', tenant)
      .where('c.domain', '=', domain)
      .where('c.sequence', '>', after)
      .orderBy('c.sequence')
      .limit(limit),
);

/** A row that is gone, after whatever change, was erased. */
export function decodeChanged(stored: Awaited<ReturnType<typeof changedRows>>): readonly ChangedProfile[] {
  const present = stored.flatMap(({ complete, updated_at, documents: read, ...row }) =>
    complete === null || updated_at === null || read === null
      ? []
      : [{ ...row, complete, updated_at, documents: read }],
  );
  const profiles = new Map(decodeIndexed(present).map((profile) => [profile.row.userId, profile]));
  return stored.map(({ sequence, user_id }) => ({
    sequence: changeSequence(Number(sequence)),
    userId: user_id,
    profile: profiles.get(user_id) ?? null,
  }));
}

export async function listChangesAfter(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  after: number,
  limit: number,
): Promise<readonly ProfileChange[]> {
  const changes = await db
    .selectFrom('changes')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return changes.map((change) => ({
    sequence: changeSequence(Number(change.sequence)),
    tenantId: tenant,
    domain: change.domain,
    userId: change.user_id,
    kind: change.kind,
  }));
}
