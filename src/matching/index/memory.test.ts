/**
 * Many tenants in little memory. Idle indexes are saved and released, and load again on use. Where all are in
 * use, no index is added.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeSequence, type TenantId, tenantId } from '../../contract/brands.ts';
import type { ProfileChange } from '../../platform/storage/profile-row.ts';
import type { StoredProfile } from '../../platform/storage/store.ts';
import { definitionOf, storedProfile } from '../../platform/storage/testing/random-profiles.ts';
import type { CandidateIndex, IndexRegistry } from './candidate-index.ts';
import { type IndexRegistryOptions, openIndexRegistry } from './open-index-registry.ts';
import { openSegmentEngine } from './segments/open-segment-engine.ts';

const definition = definitionOf([
  { name: 'age', kind: 'hard', type: 'integer' },
  { name: 'job', kind: 'hard', type: 'string' },
]);
const ENCODER = 'test@1#00000000';

function profile(userId: string, age: number): StoredProfile {
  const values = { age, job: `job of ${userId}` };
  const vector = Float32Array.of(age, 1, 0, 0, 0, 0);
  return storedProfile(definition, {
    userId,
    values,
    places: {},
    preferences: [],
    blocks: [],
    complete: true,
    vector,
  });
}

/** Rows and changes of many tenants, in memory; counts what is read. */
class ManyTenants {
  readonly rows = new Map<string, Map<string, StoredProfile>>();
  readonly changes = new Map<string, Map<string, ProfileChange>>();
  scanned = 0;
  #sequence = 0;

  put(tenant: TenantId, userId: string, age: number): void {
    this.#rows(tenant).set(userId, profile(userId, age));
    this.#record(tenant, userId, 'upsert');
  }

  erase(tenant: TenantId, userId: string): void {
    this.#rows(tenant).delete(userId);
    this.#record(tenant, userId, 'delete');
  }

  #rows(tenant: TenantId): Map<string, StoredProfile> {
    const rows = this.rows.get(tenant) ?? new Map<string, StoredProfile>();
    this.rows.set(tenant, rows);
    return rows;
  }

  #record(tenant: TenantId, userId: string, kind: 'upsert' | 'delete'): void {
    this.#sequence += 1;
    const changes = this.changes.get(tenant) ?? new Map<string, ProfileChange>();
    this.changes.set(tenant, changes);
    const sequence = changeSequence(this.#sequence);
    changes.set(userId, { sequence, tenantId: tenant, domain: 'dating', userId, kind });
  }

  readonly profiles: IndexRegistryOptions['store']['profiles'] = {
    lastSequence: async () => changeSequence(this.#sequence),
    scanIndexed: (tenant) => this.#scan(tenant),
    changesAfter: async (tenant, _domain, after, limit) => this.#changesAfter(tenant, after, limit),
    changedAfter: async (tenant, _domain, after, { limit }) =>
      this.#changesAfter(tenant, after, limit).map(({ sequence, userId }) => {
        return { sequence, userId, profile: this.#rows(tenant).get(userId) ?? null };
      }),
    vectorsOf: async (tenant, _domain, userIds) =>
      new Map(
        userIds.flatMap((id) =>
          this.#rows(tenant).has(id) ? [[id, this.#rows(tenant).get(id)!.profileVector!]] : [],
        ),
      ),
    vectorPage: async () => [],
  };

  #changesAfter(tenant: TenantId, after: number, limit: number): readonly ProfileChange[] {
    return [...(this.changes.get(tenant)?.values() ?? [])]
      .filter(({ sequence }) => sequence > after)
      .sort((a, b) => a.sequence - b.sequence)
      .slice(0, limit);
  }

  async *#scan(tenant: TenantId): AsyncIterable<readonly StoredProfile[]> {
    this.scanned += 1;
    yield [...this.#rows(tenant).values()];
  }
}

function contents(index: CandidateIndex): readonly (readonly [string, unknown, unknown])[] {
  const rows = [...Array(index.rowLimit).keys()].filter((row) => index.isLive(row as never));
  return rows
    .map(
      (row) =>
        [
          index.userIdOf(row as never)!,
          index.valueOf(row as never, 'age'),
          index.valueOf(row as never, 'job'),
        ] as const,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function expected(world: ManyTenants, tenant: TenantId): readonly (readonly [string, unknown, unknown])[] {
  return [...world.rows.get(tenant)!.values()]
    .map(({ row }) => [row.userId, row.fields.age, row.fields.job] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

let folder: string;
let registry: IndexRegistry | null = null;
const failures: unknown[] = [];
const full: boolean[] = [];

function open(world: ManyTenants, memoryBytes: number, saveEveryMs = 0): IndexRegistry {
  registry = openIndexRegistry({
    store: world,
    engine: openSegmentEngine({
      folder,
      threads: 1,
      onDamage: ({ reason }) => failures.push(reason),
    }),
    servingEncoder: async () => ENCODER,
    memoryBytes,
    onFull: (isFull) => full.push(isFull),
    followEveryMs: 0,
    saveEveryMs,
    onFailure: (error) => failures.push(error),
  });
  return registry;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  folder = await mkdtemp(join(tmpdir(), 'counterpart-memory-'));
  failures.length = 0;
  full.length = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await registry?.close();
  await rm(folder, { recursive: true, force: true });
  expect(failures).toEqual([]);
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const loaded = () => registry!.stats().filter(({ built }) => built).length;
/** Asks for the indexes at once, at a time when memory is checked again. */
const allAtOnce = (...tenants: readonly TenantId[]) => {
  later(250);
  return Promise.all(tenants.map((tenant) => registry!.ready(tenant, definition)));
};
const held = () => registry!.stats().reduce((sum, { bytes }) => sum + bytes, 0);

describe('indexes of many tenants', () => {
  const tenants = Array.from({ length: 200 }, (_, n) => tenantId(`ten_${String(n).padStart(3, '0')}`));

  it('replace idle ones, which load again from their snapshots', async () => {
    const world = new ManyTenants();
    for (const tenant of tenants) for (let n = 0; n < 30; n++) world.put(tenant, `user ${n}`, n);
    const indexes = open(world, 2 * 2 ** 20);
    for (const tenant of tenants) {
      expect(contents(await indexes.ready(tenant, definition))).toEqual(expected(world, tenant));
      later(1000);
    }
    await vi.waitFor(() => expect(held()).toBeLessThan(2 * 2 ** 20), 20_000);
    expect(loaded()).toBeLessThan(tenants.length / 2);
    expect(full).toEqual([]);
    const gone = tenants.filter((tenant) => !indexes.stats().some((stats) => stats.tenant === tenant));
    for (const tenant of gone.slice(0, 20)) {
      world.put(tenant, 'user 3', 99);
      world.put(tenant, 'another', 7);
      world.erase(tenant, 'user 4');
    }
    const before = world.scanned;
    for (const tenant of gone.slice(0, 20)) {
      later(1000);
      expect(contents(await indexes.ready(tenant, definition))).toEqual(expected(world, tenant));
    }
    expect(world.scanned, 'no row was read again').toBe(before);
  });

  it('are loaded again after a restart, where they are large enough', async () => {
    const world = new ManyTenants();
    const [tenant, small] = tenants as [TenantId, TenantId];
    for (let n = 0; n < 3000; n++) world.put(tenant, `user ${n}`, n);
    for (let n = 0; n < 10; n++) world.put(small, `user ${n}`, n);
    const first = open(world, 2 ** 30);
    await first.ready(tenant, definition);
    await first.ready(small, definition);
    await first.close();
    expect(await readdir(folder)).toEqual([tenant]);
    world.erase(tenant, 'user 17');
    world.put(tenant, 'user 18', 81);
    const before = world.scanned;
    const again = await open(world, 2 ** 30).ready(tenant, definition);
    expect(contents(again)).toEqual(expected(world, tenant));
    expect(world.scanned).toBe(before);
  });

  it('that are large are loaded before their first use', async () => {
    const world = new ManyTenants();
    const [large, small, moved] = tenants as [TenantId, TenantId, TenantId];
    for (let n = 0; n < 20_000; n++) world.put(large, `user ${n}`, n);
    for (let n = 0; n < 20_000; n++) world.put(moved, `user ${n}`, n);
    for (let n = 0; n < 2000; n++) world.put(small, `user ${n}`, n);
    const first = open(world, 2 ** 30);
    for (const tenant of [large, small, moved]) await first.ready(tenant, definition);
    await first.close();
    world.erase(large, 'user 7');
    const before = world.scanned;
    const indexes = open(world, 2 ** 30);
    await indexes.warm(async (tenant) => (tenant === moved ? null : definition));
    expect(indexes.stats().map(({ tenant, rows, built }) => [tenant, rows, built])).toEqual([
      [large, 19_999, true],
    ]);
    expect(world.scanned).toBe(before);
  });

  it('that were in use are opened before their first use, whatever becomes of the others', async () => {
    const world = new ManyTenants();
    const [one, broken, other] = tenants as [TenantId, TenantId, TenantId];
    for (const tenant of [one, broken, other]) world.put(tenant, 'user 1', 1);
    const indexes = open(world, 2 ** 30);
    const { domain } = definition;
    const inUse = [one, broken, other].map((tenant) => ({ tenant, domain }));
    const definitionOf = async (tenant: TenantId) => {
      if (tenant === broken) throw new Error('unreadable');
      return definition;
    };
    await indexes.warm(definitionOf, { inUse });
    expect(indexes.stats().map(({ tenant, built }) => [tenant, built])).toEqual([
      [one, true],
      [other, true],
    ]);
    expect(failures.splice(0)).toMatchObject([{ message: 'unreadable' }]);
    expect(indexes.uses()).toEqual([]);
    await indexes.ready(other, definition);
    expect(indexes.uses()).toMatchObject([{ tenant: other, domain }]);
    const stopped = open(world, 2 ** 30);
    await stopped.warm(definitionOf, { inUse, signal: AbortSignal.abort() });
    expect(stopped.stats()).toEqual([]);
    await indexes.close();
  });

  it('that are idle have no data of erased people', async () => {
    const world = new ManyTenants();
    const [tenant, other] = tenants as [TenantId, TenantId];
    for (const each of [tenant, other]) for (let n = 0; n < 1500; n++) world.put(each, `user ${n}`, n);
    const first = open(world, 2 ** 30);
    await first.ready(tenant, definition);
    await first.ready(other, definition);
    await first.close();
    expect((await readdir(folder)).sort()).toEqual([tenant, other]);
    world.erase(tenant, 'user 17');
    world.put(other, 'user 17', 18);
    open(world, 2 ** 30, 5);
    const kept = async () =>
      (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.rows'));
    await vi.waitFor(async () => expect(await kept()).toEqual([expect.stringContaining(other)]), 20_000);
    const again = await registry!.ready(tenant, definition);
    expect(contents(again)).toEqual(expected(world, tenant));
  });

  it('that are all in use refuse writes, report it, and accept them again when one is released', async () => {
    const world = new ManyTenants();
    const [tenant, other, third] = tenants as [TenantId, TenantId, TenantId];
    for (let n = 0; n < 4000; n++) world.put(tenant, `user ${n}`, n);
    for (let n = 0; n < 4000; n++) world.put(other, `user ${n}`, n);
    world.put(third, 'user 1', 1);
    const one = open(world, 2 ** 30);
    await one.ready(tenant, definition);
    const bytes = held();
    await one.close();
    const indexes = open(world, 1.5 * bytes);
    await indexes.ready(tenant, definition);
    indexes.assertRoom();
    await indexes.ready(other, definition);
    await allAtOnce(tenant, other);
    await vi.waitFor(() => expect(full).toEqual([true]), 20_000);
    await expect(indexes.ready(third, definition)).rejects.toMatchObject({ code: 'overloaded' });
    expect(() => indexes.assertRoom()).toThrow(
      expect.objectContaining({ code: 'overloaded', status: 503, message: expect.stringContaining('MiB') }),
    );
    world.erase(tenant, 'user 5');
    const still = await indexes.ready(tenant, definition);
    expect(still.rowOf('user 5'), 'an erased person is gone at once, full or not').toBeNull();
    later(10_000);
    await indexes.ready(tenant, definition);
    await vi.waitFor(() => expect(full).toEqual([true, false]), 20_000);
    indexes.assertRoom();
    expect(loaded()).toBe(1);
  });

  it('that are idle are released for new indexes and new people without a call', async () => {
    const world = new ManyTenants();
    const [tenant, other, third] = tenants as [TenantId, TenantId, TenantId];
    for (const each of [tenant, other, third]) {
      for (let n = 0; n < 2000; n++) world.put(each, `user ${n}`, n);
    }
    const one = open(world, 2 ** 30);
    await one.ready(tenant, definition);
    const bytes = held();
    await one.close();
    const indexes = open(world, 1.5 * bytes);
    for (const each of [tenant, other]) await indexes.ready(each, definition);
    await allAtOnce(tenant, other);
    await vi.waitFor(() => expect(full).toEqual([true]), 20_000);
    later(10_000);
    // A build that takes longer than a caller waits answers `warming_up`, and goes on.
    const built = await vi.waitFor(() => indexes.ready(third, definition), 20_000);
    expect(contents(built)).toEqual(expected(world, third));
    expect(full).toEqual([true, false]);
    await indexes.ready(other, definition);
    await allAtOnce(third, other);
    await vi.waitFor(() => expect(full).toEqual([true, false, true]), 20_000);
    later(10_000);
    expect(() => indexes.assertRoom(), 'not yet').toThrow();
    await vi.waitFor(() => indexes.assertRoom(), 20_000);
  });
});
