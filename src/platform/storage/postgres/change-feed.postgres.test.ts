/**
 * The feed of changes under transactions of other processes that are slow, are rolled back, or lose their
 * connection. They hold no lock of a tenant, so the counter alone must keep the promise of
 * `sql/change-counters.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ChangeSequence, changeSequence, type TenantId } from '../../../contract/brands.ts';
import { raiseChangeCounter } from '../sql/change-counters.ts';
import { putChanges } from '../sql/people/write-profiles.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { withDatabase } from '../testing/postgres-under-test.ts';
import { ALPHA, BETA } from '../testing/sample-profiles.ts';
import type { StoreUnderTest } from '../testing/store-under-test.ts';
import { storesUnderTest } from '../testing/stores-under-test.ts';

const cluster = process.env.COUNTERPART_TEST_POSTGRES_URL!;
const CONNECTIONS = 6;
const feeds = [
  { tenant: ALPHA, domain: 'dating' },
  { tenant: ALPHA, domain: 'hiring' },
  { tenant: BETA, domain: 'dating' },
] as const;

let under: StoreUnderTest;
let pool: pg.Pool;
beforeAll(async () => {
  under = await storesUnderTest.find(({ name }) => name === 'PostgreSQL')!.open();
  const [row] = await under.query('select current_database() as name');
  pool = new pg.Pool({ connectionString: withDatabase(cluster, String(row!.name)), max: CONNECTIONS });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
});
beforeEach(() => under.empty());
afterAll(async () => {
  await pool.end();
  await under.dispose();
});

/** One transaction of another process. */
interface Transaction {
  readonly feed: number;
  readonly users: readonly number[];
  /** Milliseconds before it takes its sequences, and from then until it ends. */
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly end: 'commit' | 'rollback' | 'break';
}

const transactions: fc.Arbitrary<readonly Transaction[]> = fc.array(
  fc.record({
    feed: fc.nat({ max: feeds.length - 1 }),
    users: fc.uniqueArray(fc.nat({ max: 30 }), { minLength: 1, maxLength: 6 }),
    beforeMs: fc.constantFrom(0, 0, 2, 15),
    afterMs: fc.constantFrom(0, 0, 2, 30),
    end: fc.constantFrom('commit', 'commit', 'commit', 'rollback', 'break'),
  }),
  { minLength: 5, maxLength: 25 },
);

async function carryOut({ feed, users, beforeMs, afterMs, end }: Transaction): Promise<void> {
  const client = await pool.connect();
  const { tenant, domain } = feeds[feed]!;
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: onlyThe(client) }) });
  try {
    await client.query('begin');
    await sleep(beforeMs);
    const rows = users.map((user) => ({ tenant_id: tenant, domain, user_id: `p${user}` }));
    await putChanges(db, 'upsert', rows);
    await sleep(afterMs);
    if (end !== 'break') await client.query(end);
  } finally {
    // The connection ends with what it left open.
    client.release(end === 'break');
  }
  if (end === 'commit') await expectSeen(tenant, domain, users);
}

/** A pool of one connection, which is not released between two statements. */
function onlyThe(client: pg.PoolClient): pg.Pool {
  return {
    connect: async () => ({ query: client.query.bind(client), release: () => undefined }),
    end: async () => undefined,
  } as unknown as pg.Pool;
}

/** The next reader of any process sees the acknowledged changes. */
async function expectSeen(tenant: TenantId, domain: string, users: readonly number[]): Promise<void> {
  const { profiles } = under.another;
  const last = await profiles.lastSequence(tenant, domain);
  const changes = await profiles.changesAfter(tenant, domain, changeSequence(0), 1000);
  expect(changes.map(({ userId }) => userId)).toEqual(
    expect.arrayContaining(users.map((user) => `p${user}`)),
  );
  expect(changes.at(-1)!.sequence).toBeGreaterThanOrEqual(last);
}

/** Follows a feed as an index does, in pages, and notes the last change of each user. */
function follow({ tenant, domain }: (typeof feeds)[number], page: number) {
  const seen = new Map<string, ChangeSequence>();
  let after = changeSequence(0);
  let isOver = false;
  const readOn = async () => {
    const changes = await under.store.profiles.changesAfter(tenant, domain, after, page);
    for (const { userId, sequence } of changes) {
      expect(sequence).toBeGreaterThan(after);
      seen.set(userId, sequence);
      after = sequence;
    }
    return changes.length;
  };
  const following = (async () => {
    while (!isOver) await readOn();
  })();
  return async () => {
    isOver = true;
    await following;
    while ((await readOn()) > 0);
    return seen;
  };
}

test('a follower misses no change, whatever transactions wait, fail and end in another order', async () => {
  await fc.assert(
    fc.asyncProperty(transactions, fc.integer({ min: 1, max: 9 }), async (given, page) => {
      await under.empty();
      const followers = feeds.map((feed) => follow(feed, page));
      await Promise.all(given.map(carryOut));
      for (const [n, { tenant, domain }] of feeds.entries()) {
        const seen = await followers[n]!();
        const stored = await under.query(
          'select user_id, sequence from changes where tenant_id = ? and domain = ?',
          tenant,
          domain,
        );
        expect(seen).toEqual(new Map(stored.map(({ user_id, sequence }) => [user_id, sequence])));
        // Without a gap: every committed change took one number, and no other did.
        const committed = given.filter(({ feed, end }) => feed === n && end === 'commit');
        const numbers = committed.reduce((sum, { users }) => sum + users.length, 0);
        expect(await under.store.profiles.lastSequence(tenant, domain)).toBe(numbers);
      }
    }),
    { numRuns: 15 },
  );
});

test('a transaction that took its numbers first commits first, and another domain does not wait', async () => {
  const [slow, fast] = [await pool.connect(), await pool.connect()];
  const raise = (client: pg.PoolClient, domain: string) => {
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: onlyThe(client) }) });
    return raiseChangeCounter(db, { tenant_id: ALPHA, domain }, 1);
  };
  try {
    await slow.query('begin');
    expect(await raise(slow, 'dating')).toBe(1);
    await fast.query('begin');
    expect(await raise(fast, 'hiring')).toBe(1);
    let isWaiting = true;
    const second = raise(fast, 'dating').finally(() => {
      isWaiting = false;
    });
    await sleep(100);
    expect(isWaiting).toBe(true);
    await slow.query('commit');
    expect(await second).toBe(2);
    await fast.query('commit');
  } finally {
    slow.release();
    fast.release();
  }
});
