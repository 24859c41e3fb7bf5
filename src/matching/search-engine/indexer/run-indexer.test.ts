/**
 * The indexer over a real store and a search engine in memory. At its watermark the served index has exactly
 * what the store had, whatever is written and erased meanwhile, and wherever the indexer is killed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ChangeSequence, changeSequence } from '../../../contract/brands.ts';
import { DomainDefinition } from '../../../domains/definition.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { openNewStore } from '../../../platform/storage/testing/migrated-database.ts';
import { ALPHA, sampleWrite } from '../../../platform/storage/testing/sample-profiles.ts';
import { SearchEngineInMemory } from '../opensearch/testing/search-engine-in-memory.ts';
import type { IndexerParts } from './indexer-parts.ts';
import { runIndexer } from './run-indexer.ts';

/** Each test has a domain of its own, because the store stays open. */
let domain = '';
const definitionOf = (version: number) =>
  DomainDefinition.parse({
    ...{ domain, version, title: 'Dating' },
    fields: [{ name: 'age', kind: 'hard', type: 'integer' }],
  });
const first = () => ({ tenant: ALPHA, definition: definitionOf(1) });

const HOUR_MS = 3_600_000;

class Killed extends Error {}

let folder: string;
let store: Store;
let engine: SearchEngineInMemory;
let nowMs: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-indexer-'));
  store = await openNewStore(join(folder, 'counterpart.sqlite'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
let made = 0;
beforeEach(() => begin());

async function begin(): Promise<void> {
  made += 1;
  domain = `dating-${made}`;
  engine = new SearchEngineInMemory();
  nowMs = 1_000_000;
  for (const index of await store.searchIndexes.all()) await store.searchIndexes.remove(index);
}

const parts = (): IndexerParts => ({
  ...{ profiles: store.profiles, searchIndexes: store.searchIndexes, statistics: store.statistics },
  ...{ engine, owner: 'this store' },
  clock: () => nowMs,
});
const errors: unknown[] = [];

/** One round, in which time stands still. */
async function round(domains = [first()]): Promise<void> {
  await runIndexer(parts(), {
    domains: async () => domains,
    untilMs: nowMs,
    signal: AbortSignal.timeout(30_000),
    onError: (error) => errors.push(error),
  });
}

async function rounds(count: number, domains = [first()]): Promise<void> {
  for (let n = 0; n < count; n++) await round(domains);
  if (errors.length > 0) throw errors.splice(0)[0];
}

const put = async (userId: string, age: number) => {
  const [row] = await store.profiles.getMany(ALPHA, domain, [userId]);
  const write = sampleWrite(userId, { domain, fields: { age }, revision: row?.revision ?? 0 });
  expect(await store.profiles.write([write])).toEqual(['written']);
};
const erase = (userId: string) => store.profiles.erase(ALPHA, userId, domain);

async function inStore(): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for await (const page of store.profiles.scanIndexed(ALPHA, domain, 50, ''))
    for (const { row } of page) all[row.userId] = row.fields.age;
  return all;
}

function inIndex(name: string): Record<string, unknown> {
  const found = engine.indexes.get(name)!.found.flatMap(({ profile }) => profile ?? []);
  return Object.fromEntries(found.map(({ row }) => [row.userId, row.fields.age]));
}

const serving = async () =>
  (await store.searchIndexes.ofDomain(ALPHA, domain)).find(({ state }) => state === 'serving');
const byId = (all: Record<string, unknown>) => Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));

describe('the indexer', () => {
  test('builds, serves, follows, and ends where there is nothing to keep', async () => {
    for (let n = 0; n < 30; n++) await put(`p${n}`, n);
    await erase('p3');
    await round([]);
    expect(engine.indexes.size).toBe(0);
    await rounds(4);
    const index = (await serving())!;
    expect(byId(inIndex(index.name))).toEqual(byId(await inStore()));
    expect(engine.indexes.get(index.name)!.isServing).toBe(true);
    await put('p5', 99);
    await erase('p7');
    await rounds(1);
    const after = (await serving())!;
    expect(after.watermark).toBe(await store.profiles.lastSequence(ALPHA, domain));
    expect(byId(inIndex(index.name))).toEqual(byId(await inStore()));
  });

  test('a new version, and a wish of the operator, are built beside the index that serves', async () => {
    for (let n = 0; n < 5; n++) await put(`p${n}`, n);
    await rounds(4);
    const index = (await serving())!;
    const wish = { ...index, state: 'asked', name: 'wish' } as const;
    expect(await store.searchIndexes.add(wish)).toBe(true);
    await rounds(4);
    const two = (await serving())!;
    expect(two.name).not.toBe(index.name);
    const second = { ...first(), definition: definitionOf(2) };
    await rounds(4, [second]);
    const three = (await serving())!;
    expect([three.version, two.version]).toEqual([2, 1]);
    expect(engine.indexes.has(index.name)).toBe(true);
    nowMs += 200_000;
    await rounds(1, [second]);
    expect([...engine.indexes.keys()]).toEqual([three.name]);
    expect((await store.searchIndexes.all()).map(({ name }) => name)).toEqual([three.name]);
    await rounds(1, []);
    expect((await store.searchIndexes.all()).map(({ state }) => state)).toEqual(['retired']);
    await store.searchIndexes.noteUse(three, nowMs + 100_000);
    nowMs += 200_000;
    await rounds(1, []);
    expect(engine.indexes.size).toBe(1);
    nowMs += 100_000;
    await rounds(1, []);
    expect(engine.indexes.size).toBe(0);
    expect(await store.searchIndexes.all()).toEqual([]);
  });

  test('an index that is lost, or of another state of the store, is built again', async () => {
    for (let n = 0; n < 5; n++) await put(`p${n}`, n);
    await rounds(4);
    const lost = (await serving())!;
    engine.indexes.delete(lost.name);
    await rounds(4);
    const again = (await serving())!;
    expect(byId(inIndex(again.name))).toEqual(byId(await inStore()));
    // As if the store were of a backup before the last change.
    const { lockToken } = again;
    await put('p1', 50);
    await rounds(1);
    const later = (await serving())!;
    expect(
      await store.searchIndexes.change(later, later.lockToken, { lockToken, previousLockToken: null }),
    ).toBe(true);
    await rounds(4);
    const built = (await serving())!;
    expect(built.name).not.toBe(again.name);
    expect(byId(inIndex(built.name))).toEqual(byId(await inStore()));
  });

  test('an index that the store does not keep is dropped after an hour, and none of another store', async () => {
    for (let n = 0; n < 5; n++) await put(`p${n}`, n);
    await rounds(4);
    const { name: kept } = (await serving())!;
    const create = async (owner: string) => {
      const name = engine.newName();
      await engine.create(first(), { name, owner, places: [] });
      return name;
    };
    const [lost, foreign, alive] = [
      await create('this store'),
      await create('another store'),
      await create('this store'),
    ];
    await rounds(1);
    // A copy of the store keeps it.
    await engine.note(alive, { watermark: changeSequence(1), store: 'mark' });
    nowMs += HOUR_MS - 1;
    await rounds(1);
    expect([...engine.indexes.keys()]).toEqual([kept, lost, foreign, alive]);
    nowMs += 1;
    await rounds(1);
    expect([...engine.indexes.keys()]).toEqual([kept, foreign, alive]);
    expect(engine.indexes.get(foreign)!.orphanSinceMs).toBeNull();
    nowMs += HOUR_MS;
    await rounds(1);
    expect([...engine.indexes.keys()]).toEqual([kept, foreign]);
    expect(byId(inIndex(kept))).toEqual(byId(await inStore()));
  });

  test('an indexer that ends before it notes a new index leaves none behind', async () => {
    await put('p1', 1);
    const failing = { ...store.searchIndexes, add: () => Promise.reject(new Killed()) };
    const searchIndexes: IndexerParts['searchIndexes'] = failing;
    await runIndexer(
      { ...parts(), searchIndexes },
      {
        ...{ domains: async () => [first()], untilMs: nowMs, signal: AbortSignal.timeout(30_000) },
        onError: (error) => errors.push(error),
      },
    );
    expect(errors.splice(0)).toEqual([expect.any(Killed)]);
    expect(engine.indexes.size).toBe(0);
  });

  test('of two at once one goes on, and neither harms', async () => {
    for (let n = 0; n < 20; n++) await put(`p${n}`, n);
    for (let n = 0; n < 8; n++) await Promise.all([round(), round()]);
    errors.splice(0);
    await put('p1', 40);
    await Promise.all([round(), round(), round()]);
    errors.splice(0);
    await rounds(6);
    expect(byId(inIndex((await serving())!.name))).toEqual(byId(await inStore()));
  });
});

type Act =
  | { readonly do: 'put'; readonly who: number; readonly age: number }
  | { readonly do: 'erase'; readonly who: number }
  | { readonly do: 'round' }
  /** The indexer ends at its n-th call of the engine, before or after that is carried out. */
  | { readonly do: 'kill'; readonly at: number };

const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('put' as const), who: fc.nat(8), age: fc.nat(90) }),
    fc.record({ do: fc.constant('erase' as const), who: fc.nat(8) }),
    fc.constant({ do: 'round' as const }),
    fc.record({ do: fc.constant('kill' as const), at: fc.nat(6) }),
  ),
  { minLength: 5, maxLength: 40 },
);

describe('whatever happens', () => {
  test('what is found up to the watermark is what the store had, and later changes are in the feed', async () => {
    let servedStates = 0;
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        await begin();
        for (const act of all) {
          await carryOut(act);
          const index = await serving();
          if (index === undefined) continue;
          servedStates += 1;
          await expectWhole(index.name, index.watermark);
        }
        errors.splice(0);
        await rounds(8);
        expect(byId(inIndex((await serving())!.name))).toEqual(byId(await inStore()));
      }),
      { numRuns: 60 },
    );
    expect(servedStates).toBeGreaterThan(300);
  });
});

async function carryOut(act: Act): Promise<void> {
  if (act.do === 'put') return put(`p${act.who}`, act.age);
  if (act.do === 'erase') {
    await erase(`p${act.who}`);
    return;
  }
  if (act.do === 'round') return round();
  let calls = 0;
  engine.before = () => {
    calls += 1;
    if (calls > act.at) throw new Killed();
  };
  await round().catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
  engine.before = () => undefined;
  errors.splice(0);
}

/** People without a change after the watermark are found as they are stored, and no others. */
async function expectWhole(name: string, watermark: ChangeSequence): Promise<void> {
  const changes = await store.profiles.changesAfter(ALPHA, domain, changeSequence(watermark), 1000);
  const changed = new Set(changes.map(({ userId }) => userId));
  const settled = (all: Record<string, unknown>) => byId(all).filter(([userId]) => !changed.has(userId));
  expect(settled(inIndex(name))).toEqual(settled(await inStore()));
}
