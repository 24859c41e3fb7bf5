import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSequence } from '../../../contract/brands.ts';
import { StoreOutage } from '../store-outage.ts';
import { inDatabase, withDatabase } from '../testing/postgres-under-test.ts';
import { ALPHA, BETA, sampleWrite } from '../testing/sample-profiles.ts';
import type { StoreUnderTest } from '../testing/store-under-test.ts';
import { storesUnderTest } from '../testing/stores-under-test.ts';
import { openPostgresStore } from './postgres-store.ts';

const cluster = process.env.COUNTERPART_TEST_POSTGRES_URL!;
const settings = { connections: 4, statementTimeoutMs: 10_000, certificates: null };

let under: StoreUnderTest;
beforeAll(async () => {
  under = await storesUnderTest.find(({ name }) => name === 'PostgreSQL')!.open();
});
beforeEach(() => under.empty());
afterAll(() => under.dispose());

describe('a follower of the changes', () => {
  test('misses none while several processes write, and some writes fail', async () => {
    const writers = [under.store, under.another];
    const seen = new Map<string, number>();
    let after = changeSequence(0);
    let isWriting = true;
    const follow = async () => {
      const changes = await under.store.profiles.changesAfter(ALPHA, 'dating', after, 7);
      for (const { userId, sequence } of changes) {
        expect(sequence).toBeGreaterThan(after);
        seen.set(userId, sequence);
        after = sequence;
      }
      return changes.length;
    };
    const following = (async () => {
      while (isWriting) await follow();
    })();
    const results = await Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        const write = sampleWrite(`p${n % 250}`, { tenantId: n % 5 === 0 ? BETA : ALPHA });
        return (await writers[n % 2]!.profiles.write([write]))[0];
      }),
    );
    isWriting = false;
    await following;
    while ((await follow()) > 0);
    const stored = await under.query('select user_id from profiles where tenant_id = ?', ALPHA);
    expect([...seen.keys()].sort()).toEqual(stored.map((row) => row.user_id).sort());
    expect(results.filter((result) => result === 'conflict').length).toBeGreaterThan(0);
  });
});

describe('a database that goes away', () => {
  test('ends the calls under way with an error that says to try again, and is used again after', async () => {
    const writes = Array.from({ length: 40 }, (_, n) => under.store.profiles.write([sampleWrite(`p${n}`)]));
    const ending = Promise.allSettled(writes);
    await under.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const ended = await ending;
    for (const result of ended) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'dependency_unavailable' });
    }
    expect(await under.store.profiles.write([sampleWrite('later')])).toEqual(['written']);
    await expect.poll(() => under.store.ping()).toBe(true);
    const kept = new Set((await under.query('select user_id from profiles')).map((row) => row.user_id));
    // The acknowledged changes are there.
    ended.forEach((result, n) => {
      if (result.status === 'fulfilled') expect(kept.has(`p${n}`)).toBe(true);
    });
  });
});

describe('opening', () => {
  test('creates the tables once, however many processes start', async () => {
    await inDatabase(cluster, (client) => client.query('create database opened_at_once'));
    const url = withDatabase(cluster, 'opened_at_once');
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ ...settings, url })));
    expect(await Promise.all(stores.map((store) => store.verify()))).toEqual([[], [], []]);
    await Promise.all(stores.map((store) => store.close()));
    await inDatabase(url, (client) =>
      client.query(`insert into kysely_migration values ('9999-later', 'now')`),
    );
    await expect(openPostgresStore({ ...settings, url })).rejects.toThrow('newer version of Counterpart');
    await inDatabase(cluster, (client) => client.query('drop database opened_at_once with (force)'));
  });

  test.each([
    [
      'a wrong password',
      (url: URL) => Object.assign(url, { password: 'hidden-one' }),
      'refuses the user or the password',
    ],
    ['no database', (url: URL) => Object.assign(url, { pathname: '/missing' }), 'does not exist'],
    ['no server', (url: URL) => Object.assign(url, { port: '1' }), 'cannot be reached'],
  ])('%s: an error that says what to do, without the password', async (_, change, message) => {
    const url = change(new URL(cluster)).href;
    const error = await openPostgresStore({ ...settings, url }).then(
      () => null,
      (fault: Error) => fault,
    );
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain('hidden-one');
    expect(error?.message).not.toContain(':test@');
    // The process of a job waits for a database that is away for a moment.
    expect(error instanceof StoreOutage).toBe(message === 'cannot be reached');
  });

  test('text is in the order of its bytes, whatever the order of the database', async () => {
    const ids = ['a', 'B', 'á', 'Z', '_', '😀', '￿'];
    await under.store.profiles.write(ids.map((userId) => sampleWrite(userId)));
    const page = await under.store.profiles.page(ALPHA, 'dating', { prefix: '', after: null, limit: 10 });
    const bytes = (id: string) => Buffer.from(id);
    expect(page.map(({ userId }) => userId)).toEqual(
      [...ids].sort((a, b) => Buffer.compare(bytes(a), bytes(b))),
    );
  });
});

test('a transaction that another process holds makes a tenant wait, and no other', async () => {
  const holder = new pg.Client({ connectionString: await databaseOf(under) });
  await holder.connect();
  await under.store.profiles.write([sampleWrite('p', { tenantId: ALPHA })]);
  await holder.query('begin');
  await holder.query('select * from profiles where tenant_id = $1 for update', [ALPHA]);
  await holder.query('select * from change_counters where tenant_id = $1 for update', [ALPHA]);
  const waiting = under.store.profiles.write([sampleWrite('p', { tenantId: ALPHA, revision: 1 })]);
  expect(await under.another.profiles.write([sampleWrite('q', { tenantId: BETA })])).toEqual(['written']);
  await holder.query('commit');
  expect(await waiting).toEqual(['written']);
  await holder.end();
});

async function databaseOf({ query }: StoreUnderTest): Promise<string> {
  const [row] = await query('select current_database() as name');
  return withDatabase(cluster, String(row!.name));
}
