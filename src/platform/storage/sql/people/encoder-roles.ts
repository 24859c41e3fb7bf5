/** The serving encoder and the one that replaces it. Changes run in the caller's transaction. */
import { type Kysely, sql } from 'kysely';
import type { EncoderRole, EncoderRoles } from '../../encoder-store.ts';
import { compileOnce } from '../compile-once.ts';
import { raiseCounter, readCounter } from '../counters.ts';
import type { Tables } from '../tables.generated.ts';

const storedRoles = compileOnce((db) => db.selectFrom('encoder_roles').selectAll());

export async function readRoles(db: Kysely<Tables>): Promise<EncoderRoles> {
  const version = await readCounter(db, 'encoders');
  const stored = await storedRoles(db);
  const find = (role: Tables['encoder_roles']['role']) => stored.find((row) => row.role === role);
  const target = find('target');
  return {
    version,
    serving: decodeRole(find('serving')),
    target: decodeRole(target),
    rowsAtStart: Number(target?.rows_at_start ?? 0),
  };
}

/** The encoder that must read every text: the target, else the serving one. */
export async function wantedEncoder(db: Kysely<Tables>): Promise<string | null> {
  const { serving, target } = await readRoles(db);
  return (target ?? serving)?.encoderId ?? null;
}

export async function countVectors(
  db: Kysely<Tables>,
): Promise<readonly { readonly encoderId: string; readonly vectors: number }[]> {
  const counts = await db
    .selectFrom('heads')
    .select((eb) => ['encoder_id', eb.fn.countAll<number>().as('vectors')])
    .groupBy('encoder_id')
    .orderBy('vectors', 'desc')
    .execute();
  return counts.map((row) => ({ encoderId: row.encoder_id, vectors: Number(row.vectors) }));
}

export async function adoptEncoder(db: Kysely<Tables>, role: EncoderRole): Promise<void> {
  const { serving } = await readRoles(db);
  if (serving !== null) return;
  const [most] = await countVectors(db);
  if (most === undefined || most.encoderId === role.encoderId) {
    await putRole(db, 'serving', role, 0);
  } else {
    await putRole(db, 'serving', { encoderId: most.encoderId, spec: null, since: role.since }, 0);
    await startSwitch(db, role);
  }
  await raiseCounter(db, 'encoders', 1);
}

export async function startSwitch(db: Kysely<Tables>, role: EncoderRole): Promise<void> {
  const { serving, target } = await readRoles(db);
  if (serving?.encoderId === role.encoderId) {
    await putRole(db, 'serving', { ...role, since: serving.since }, 0);
    if (target !== null) await endSwitch(db, role.encoderId);
  } else if (target?.encoderId === role.encoderId) {
    await putRole(db, 'target', { ...role, since: target.since }, null);
  } else {
    const rows = await listRowsWithout(db, role.encoderId);
    await putRole(db, 'target', role, rows);
  }
  await raiseCounter(db, 'encoders', 1);
}

/**
 * A process that could not open the serving encoder may have written rows without its vector. They stay in
 * the list.
 */
async function endSwitch(db: Kysely<Tables>, servingId: string): Promise<void> {
  await db.deleteFrom('encoder_roles').where('role', '=', 'target').execute();
  await listRowsWithout(db, servingId);
}

async function listRowsWithout(db: Kysely<Tables>, encoderId: string): Promise<number> {
  await db.deleteFrom('rows_to_encode').execute();
  const hasVector = sql`exists (select 1 from heads where heads.encoder_id = ${encoderId}
    and heads.tenant_id = profiles.tenant_id and heads.head = profiles.domain and heads.user_id = profiles.user_id)`;
  await sql`insert into rows_to_encode (tenant_id, domain, user_id)
    select tenant_id, domain, user_id from profiles where not ${hasVector}`.execute(db);
  return countRowsToEncode(db);
}

export async function finishSwitch(
  db: Kysely<Tables>,
  encoderId: string,
  at: string,
): Promise<'switched' | 'rows_left' | 'other'> {
  const { target } = await readRoles(db);
  if (target?.encoderId !== encoderId) return 'other';
  const left = await db.selectFrom('rows_to_encode').select('user_id').limit(1).executeTakeFirst();
  if (left !== undefined) return 'rows_left';
  await db.deleteFrom('encoder_roles').where('role', '=', 'target').execute();
  await putRole(db, 'serving', { ...target, since: at }, 0);
  await raiseCounter(db, 'encoders', 1);
  return 'switched';
}

export async function countRowsToEncode(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('rows_to_encode')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** `rowsAtStart` null: unchanged. */
async function putRole(
  db: Kysely<Tables>,
  role: Tables['encoder_roles']['role'],
  { encoderId, spec, since }: EncoderRole,
  rowsAtStart: number | null,
): Promise<void> {
  const known = {
    encoder_id: encoderId,
    setting: spec?.setting ?? null,
    model: spec?.model ?? null,
    since,
    ...(rowsAtStart !== null && { rows_at_start: rowsAtStart }),
  };
  await db
    .insertInto('encoder_roles')
    .values({ role, rows_at_start: 0, ...known })
    .onConflict((conflict) => conflict.column('role').doUpdateSet(known))
    .execute();
}

function decodeRole(stored: Tables['encoder_roles'] | undefined): EncoderRole | null {
  if (stored === undefined) return null;
  const { encoder_id: encoderId, setting, model, since } = stored;
  return { encoderId, spec: setting === null ? null : { setting, model }, since };
}
