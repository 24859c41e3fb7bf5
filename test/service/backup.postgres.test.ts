/** Backups of a service whose data are in PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp, restore } from '../../src/composition/open-backup.ts';
import { openBackupTarget } from '../../src/composition/open-backup-target.ts';
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { inDatabase, withDatabase } from '../../src/platform/storage/testing/postgres-under-test.ts';
import { until } from '../../src/platform/testing/until.ts';
import { temporaryFolder } from '../running-service.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const BATCH = 50;
const cluster = process.env.COUNTERPART_TEST_POSTGRES_URL!;
const names = [`source_${randomUUID()}`, `restored_${randomUUID()}`].map((name) => name.replaceAll('-', ''));
const [source, copy] = names.map((name) => withDatabase(cluster, name)) as [string, string];
let service: ComposedService;
let folder: ReturnType<typeof temporaryFolder>;

beforeEach(async () => {
  folder = temporaryFolder();
  for (const name of names) await inDatabase(cluster, (client) => client.query(`create database ${name}`));
  service = await composed({ '--database-url': source, '--job-workers': '0' });
  for (const id of ['ana', 'bea', 'cleo']) await service.send('users', person(id));
});
afterEach(async () => {
  await service.stop();
  folder.remove();
  for (const name of names)
    await inDatabase(cluster, (client) => client.query(`drop database ${name} with (force)`));
});

const person = (user_id: string) => ({
  user_id,
  domain: 'dating',
  fields: { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
  context: `I am ${user_id}.\tTabs, \\ and\nlines.`,
});
const target = () => openBackupTarget(service.settings, join(folder.path, 'backups'));
const restoreCopy = () =>
  restore(
    readSettings({ DATABASE_URL: copy }, ['--data', join(folder.path, 'data')]),
    target(),
    { name: null, erasures: [join(service.folder, 'erasures')], allowMissedErasures: false },
    () => {},
  );

/** The audit log goes on with each backup and restore. */
const notCompared = ['kysely_migration', 'replicas', 'rate_buckets', 'audit_entries', 'audit_chains'];

/** All rows of all other tables, in the order of their text. */
async function rowsIn(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    if (notCompared.includes(name)) continue;
    found[name] = (await client.query(`select t::text from "${name}" as t order by 1`)).rows;
  }
  await client.end();
  return found;
}

test('a backup restores into an empty database to the same rows, without counting anything twice', async () => {
  const before = await rowsIn(source);
  await backUp(service.settings, target(), null, () => {});
  const again = await backUp(service.settings, target(), null, () => {});
  // The entry of the first one in the audit log, and no other table.
  expect(again.newBytes).toBeLessThan(again.bytes / 2);
  await service.send('users', person('later'));
  expect(await restoreCopy()).toMatchObject({ erasures: 0 });
  expect(await rowsIn(copy)).toEqual(before);
  const { store, accounts, close } = await openStoreAndAccounts({ data: folder.path, databaseUrl: copy });
  const [tenant] = await accounts.listTenants();
  expect(await store.statistics.people(tenant!.tenantId, 'dating')).toBe(3);
  expect(await store.verify()).toEqual([]);
  await close();
  await expect(restoreCopy()).rejects.toThrow('has tables already');
});

test('people who were erased after the backup stay erased', async () => {
  await backUp(service.settings, target(), null, () => {});
  await service.server.inject({
    method: 'DELETE',
    url: '/v1/users/bea',
    headers: { authorization: `Bearer ${service.key}` },
  });
  expect(await restoreCopy()).toMatchObject({ erasures: 1 });
  expect(JSON.stringify((await rowsIn(copy)).profiles)).not.toContain('I am bea');
});

test('a restore that did not end leaves a database that nothing opens, and can be run again', async () => {
  await backUp(service.settings, target(), null, () => {});
  await inDatabase(copy, (client) => client.query('create table incomplete_copy (started_at timestamptz)'));
  const opening = openStoreAndAccounts({ data: folder.path, databaseUrl: copy });
  await expect(opening).rejects.toThrow('did not end');
  expect(await restoreCopy()).toMatchObject({ erasures: 0 });
  expect(await rowsIn(copy)).toEqual(await rowsIn(source));
});

test('a backup under a load of writes restores to one moment', async () => {
  const load = underLoad();
  await until(async () => load.acknowledged() > 1000, 30_000).toBe(true);
  const before = load.acknowledged();
  await backUp(service.settings, target(), null, () => {});
  const written = await load.stop();
  await restoreCopy();
  const one = async (statement: string) => {
    const pool = new pg.Pool({ connectionString: copy, max: 1 });
    const { rows } = await pool.query(statement).finally(() => pool.end());
    return Number(rows[0].count);
  };
  const people = await one('select count(*) as count from profiles');
  expect(people).toBeGreaterThanOrEqual(before);
  expect(people).toBeLessThan(written);
  // Figures that each transaction keeps equal are equal, so no transaction is there in part.
  expect({
    counted: await one('select people as count from people_counts'),
    changes: await one(`select count(*) as count from changes where kind = 'upsert'`),
    sequence: await one('select value as count from change_counters'),
    greatest: await one('select max(sequence) as count from changes'),
    texts: await one('select count(distinct user_id) as count from context_items'),
  }).toEqual({ counted: people, changes: people, sequence: people, greatest: people, texts: people });
}, 120_000);

/** New people from several callers, as fast as they are taken, until it is stopped. */
function underLoad() {
  let [acknowledged, next, isOver] = [3, 0, false];
  const caller = async () => {
    while (!isOver) {
      const from = next;
      next += BATCH;
      const lines = Array.from({ length: BATCH }, (_, n) => JSON.stringify(person(`load-${from + n}`)));
      const { statusCode, body } = await service.server.inject({
        method: 'POST',
        url: '/v1/users/batch',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/x-ndjson' },
        payload: `${lines.join('\n')}\n`,
      });
      expect([statusCode, body.includes('"error"')]).toEqual([200, false]);
      acknowledged += BATCH;
    }
  };
  const callers = Promise.all(Array.from({ length: 3 }, caller));
  return {
    acknowledged: () => acknowledged,
    stop: async () => {
      isOver = true;
      await callers;
      return acknowledged;
    },
  };
}
