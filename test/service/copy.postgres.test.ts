/** A service's data from a folder to PostgreSQL and back, through the command line. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFile, openStoreAndAccounts } from '../../src/composition/open-store.ts';
import type { CopyReport } from '../../src/platform/storage/copy/copy-database.ts';
import { copyDatabase } from '../../src/platform/storage/copy/copy-database.ts';
import { openPostgresTarget } from '../../src/platform/storage/copy/postgres-side.ts';
import { openSqliteSource } from '../../src/platform/storage/copy/sqlite-side.ts';
import { knownMigrations } from '../../src/platform/storage/migrations/migrate.ts';
import { inDatabase, withDatabase } from '../../src/platform/storage/testing/postgres-under-test.ts';
import { temporaryFolder } from '../running-service.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';

const cluster = process.env.COUNTERPART_TEST_POSTGRES_URL!;
const name = `copy_${randomUUID().replaceAll('-', '')}`;
const database = withDatabase(cluster, name);
let service: ComposedService;
let folder: ReturnType<typeof temporaryFolder>;
let back: string;

beforeEach(async () => {
  folder = temporaryFolder();
  back = join(folder.path, 'back');
  await inDatabase(cluster, (client) => client.query(`create database ${name}`));
  service = await composed({ '--job-workers': '0' });
  for (let n = 0; n < 30; n++) await service.send('users', person(`p${n}`), `key-${n}`);
  const { body } = await service.send('match', { user_id: 'p0', domain: 'dating', limit: 5 });
  await service.send('feedback', {
    domain: 'dating',
    items: body.matches.map(({ user_id }: { user_id: string }, n: number) => ({
      seeker_id: 'p0',
      candidate_id: user_id,
      outcome: n === 0 ? 'accepted' : 'rejected',
      match_id: body.match_id,
    })),
  });
});
afterEach(async () => {
  await service.stop();
  folder.remove();
  await inDatabase(cluster, (client) => client.query(`drop database ${name} with (force)`));
});

const person = (user_id: string) => ({
  user_id,
  domain: 'dating',
  fields: { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
  context: `I am ${user_id}, é😀.`,
});
const copy = (from: string, to: string, ...more: readonly string[]) =>
  runHere('', 'copy', '--from', from, '--to', to, ...more);

function rowsIn(data: string): Record<string, unknown> {
  const file = new DatabaseSync(databaseFile({ data }), { readOnly: true });
  const tables = file
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' order by name`,
    )
    .all()
    // The service notes uses in the background, after a copy too.
    .filter(({ name }) => name !== 'index_uses');
  const rows = tables.map(({ name: table }) => [
    table,
    file
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort(),
  ]);
  const triggers = file
    .prepare(`select name, sql from sqlite_schema where type = 'trigger' order by name`)
    .all();
  file.close();
  return { ...Object.fromEntries(rows), triggers };
}

test('there and back again the rows and triggers are the same', async () => {
  const there = await jsonOf<CopyReport>(copy(service.folder, database, '--json'));
  expect(there.tables.find(({ table }) => table === 'profiles')).toMatchObject({ rows: 30, changedPages: 0 });
  expect(there.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(15);
  const { store, accounts, close } = await openStoreAndAccounts({ data: folder.path, databaseUrl: database });
  const [tenant] = await accounts.listTenants();
  expect(await store.statistics.people(tenant!.tenantId, 'dating')).toBe(30);
  expect(await store.profiles.lastSequence(tenant!.tenantId, 'dating')).toBe(
    await service.store.profiles.lastSequence(tenant!.tenantId, 'dating'),
  );
  await close();
  process.env.COPY_OF_THE_TEST = database;
  const again = await jsonOf<CopyReport>(copy('env:COPY_OF_THE_TEST', back, '--json'));
  delete process.env.COPY_OF_THE_TEST;
  expect(again.tables.map(({ table, sha256 }) => [table, sha256])).toEqual(
    there.tables.map(({ table, sha256 }) => [table, sha256]),
  );
  expect(rowsIn(back)).toEqual(rowsIn(service.folder));
});

test('what changes during the copy is in it: rows added, changed and gone', async () => {
  const source = openSqliteSource(databaseFile({ data: service.folder }));
  const settings = { url: database, connections: 2, statementTimeoutMs: 0, certificates: null };
  const target = await openPostgresTarget(settings, false, knownMigrations());
  let isChanged = false;
  const paused = source.pauseWrites;
  const changing = {
    ...source,
    // Between the two passes.
    pauseWrites: async () => {
      await service.send('users', person('later'));
      await service.send('users', { ...person('p1'), fields: { ...person('p1').fields, age: 44 } });
      await service.server.inject({
        method: 'DELETE',
        url: '/v1/users/p2',
        headers: { authorization: `Bearer ${service.key}` },
      });
      isChanged = true;
      await paused();
      expect(await service.send('users', person('refused')).then(({ status }) => status)).toBe(503);
    },
  };
  const report = await copyDatabase(changing, target, () => {});
  await Promise.all([source.close(), target.close()]);
  expect(isChanged).toBe(true);
  expect(report.tables.find(({ table }) => table === 'profiles')).toMatchObject({
    rows: 30,
    changedPages: 1,
  });
  await copy(database, back);
  expect(rowsIn(back)).toEqual(rowsIn(service.folder));
}, 60_000);

test('a prepared copy is closed to services, and ended by --resume', async () => {
  expect((await copy(service.folder, database, '--prepare')).stdout).toContain('Prepared.');
  await expect(openStoreAndAccounts({ data: folder.path, databaseUrl: database })).rejects.toThrow(
    'did not end',
  );
  expect((await copy(service.folder, database)).code).toBe(0);
  expect((await copy(service.folder, database)).stderr).toContain('has tables already');
  expect((await copy(database, back, '--prepare')).code).toBe(0);
  await expect(openStoreAndAccounts({ data: back })).rejects.toThrow('did not end');
  await service.send('users', person('later'));
  expect((await copy(database, back, '--resume')).stdout).toContain('Both have the same rows.');
  expect(existsSync(`${databaseFile({ data: back })}.incomplete`)).toBe(false);
});

test('a copy that breaks off in the middle stays closed, and goes on with --resume', async () => {
  const source = openSqliteSource(databaseFile({ data: service.folder }));
  const settings = { url: database, connections: 2, statementTimeoutMs: 0, certificates: null };
  const target = await openPostgresTarget(settings, false, knownMigrations());
  const breaking = copyDatabase(source, target, ({ table }) => {
    if (table === 'profiles') throw new Error('the machine stops');
  });
  await expect(breaking).rejects.toThrow('the machine stops');
  await Promise.all([source.close(), target.close()]);
  await expect(openStoreAndAccounts({ data: folder.path, databaseUrl: database })).rejects.toThrow(
    'did not end',
  );
  await service.send('users', person('later'));
  const { code, stdout } = await copy(service.folder, database, '--resume');
  expect([code, stdout]).toEqual([0, expect.stringContaining('Both have the same rows.')]);
  await copy(database, back);
  expect(rowsIn(back)).toEqual(rowsIn(service.folder));
});

test('refuses the same place, a place with data, and a place that is none', async () => {
  expect((await copy(service.folder, service.folder)).stderr).toContain('are the same database');
  expect((await copy(database, database.replace('test@', 'other@'))).stderr).toContain(
    'are the same database',
  );
  expect((await copy(service.folder, database)).code).toBe(0);
  expect((await copy(database, service.folder)).stderr).toContain('There is a database');
  expect((await copy(join(folder.path, 'nothing'), database)).stderr).toContain('There is no database');
  const unreachable = await copy(service.folder, 'postgres://me:hidden@127.0.0.1:1/db');
  expect([unreachable.code, unreachable.stderr.includes('hidden')]).toEqual([1, false]);
});

test('a row that the target changes by itself is found', async () => {
  const client = new pg.Client({ connectionString: database });
  const source = openSqliteSource(databaseFile({ data: service.folder }));
  const settings = { url: database, connections: 2, statementTimeoutMs: 0, certificates: null };
  const target = await openPostgresTarget(settings, false, knownMigrations());
  await client.connect();
  await client.query(
    `create function damage() returns trigger language plpgsql as 'begin new.user_id := upper(new.user_id); return new; end'`,
  );
  await client.query(
    'create trigger damage before insert on profiles for each row execute function damage()',
  );
  await expect(copyDatabase(source, target, () => {})).rejects.toThrow('profiles is not equal');
  await Promise.all([client.end(), source.close(), target.close()]);
});
