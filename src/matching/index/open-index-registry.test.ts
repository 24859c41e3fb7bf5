import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChangeSequence, changeSequence, type RowNumber, rowNumber } from '../../contract/brands.ts';
import type { ApiError } from '../../contract/errors.ts';
import type { ProfileChange, ProfileVector } from '../../platform/storage/profile-row.ts';
import { quantizeVector } from '../../platform/storage/quantized-vector.ts';
import type { StoredProfile } from '../../platform/storage/store.ts';
import {
  aTenant,
  definitionOf,
  profileVector,
  storedProfile,
} from '../../platform/storage/testing/random-profiles.ts';
import type { StoreUnderTest } from '../../platform/storage/testing/store-under-test.ts';
import { storesUnderTest } from '../../platform/storage/testing/stores-under-test.ts';
import type { CandidateIndex, IndexRegistry } from './candidate-index.ts';
import { type IndexRegistryOptions, openIndexRegistry } from './open-index-registry.ts';
import { ReferenceIndex } from './reference/reference-index.ts';
import { SegmentedIndex } from './segments/segmented-index.ts';
import { QueryWorkers } from './segments/workers/query-workers.ts';

const fields = [
  { name: 'age', kind: 'hard', type: 'integer' },
  { name: 'about', kind: 'soft', type: 'string' },
];
const definition = definitionOf(fields);
const ENCODER = 'test@1#00000000';
const OTHER = 'other@1#00000000';

function profile(userId: string, age: number): StoredProfile {
  const vector = Float32Array.of(age, 1, 0, 0, 0, 0);
  const person = { userId, values: { age }, places: {}, preferences: [], blocks: [], complete: true, vector };
  return storedProfile(definition, person);
}

/** The part of the store that an index follows, in memory. `meanwhile` is called between two reads. */
class FakeFeed {
  readonly rows = new Map<string, StoredProfile>();
  readonly changes = new Map<string, ProfileChange>();
  readonly calls = { scanPages: 0, changedAfter: 0 };
  meanwhile: (read: 'page' | 'changes' | 'vectors') => void = () => undefined;
  #sequence = 0;

  put(userId: string, age: number): void {
    this.rows.set(userId, profile(userId, age));
    this.#record(userId, 'upsert');
  }

  erase(userId: string): void {
    if (this.rows.delete(userId)) this.#record(userId, 'delete');
  }

  #record(userId: string, kind: 'upsert' | 'delete'): void {
    this.#sequence += 1;
    const sequence = changeSequence(this.#sequence);
    this.changes.set(userId, { sequence, tenantId: aTenant, domain: 'dating', userId, kind });
  }

  /** The vector of the encoder that the rows came with, and one of another encoder with two dimensions. */
  vectorsOf(userId: string): readonly ProfileVector[] {
    const profileVector = this.rows.get(userId)?.profileVector;
    if (profileVector == null) return [];
    const vector = quantizeVector(Float32Array.of(-1, profileVector.vector.codes[0]!));
    return [profileVector, { ...profileVector, encoderId: OTHER, vector }];
  }

  readonly profiles: IndexRegistryOptions['store']['profiles'] = {
    lastSequence: async () => changeSequence(this.#sequence),
    scanIndexed: (_tenant, _domain, pageSize) => this.#scan(pageSize),
    changesAfter: async (_tenant, _domain, after, limit) => this.#changesAfter(after, limit),
    changedAfter: async (_tenant, _domain, after, { limit, encoderId }) => {
      this.calls.changedAfter += 1;
      const page = this.#changesAfter(after, limit).map(({ sequence, userId }) => {
        const row = this.rows.get(userId)?.row;
        const profileVector = this.vectorsOf(userId).find((each) => each.encoderId === encoderId) ?? null;
        return { sequence, userId, profile: row === undefined ? null : { row, profileVector } };
      });
      this.meanwhile('changes');
      return page;
    },
    vectorsOf: async (_tenant, _domain, userIds, encoderId) => {
      const vectors = userIds.flatMap((id) => this.vectorsOf(id).map((each) => [id, each] as const));
      return new Map(vectors.filter(([, profileVector]) => profileVector.encoderId === encoderId));
    },
    vectorPage: async (_tenant, _domain, encoderId, after, limit) => {
      const ids = [...this.rows.keys()].filter((id) => after === null || id > after).sort();
      const vectors = ids.flatMap((userId) => this.vectorsOf(userId).map((each) => ({ userId, ...each })));
      const page = vectors.filter((each) => each.encoderId === encoderId).slice(0, limit);
      this.meanwhile('vectors');
      return page;
    },
  };

  #changesAfter(after: number, limit: number): readonly ProfileChange[] {
    const later = [...this.changes.values()].filter(({ sequence }) => sequence > after);
    return later.sort((a, b) => a.sequence - b.sequence).slice(0, limit);
  }

  async *#scan(pageSize: number): AsyncIterable<readonly StoredProfile[]> {
    let after = '';
    for (;;) {
      const ids = [...this.rows.keys()].filter((id) => id > after).sort();
      const page = ids.slice(0, pageSize).map((id) => this.rows.get(id)!);
      if (page.length === 0) return;
      this.calls.scanPages += 1;
      this.meanwhile('page');
      yield page;
      after = page.at(-1)!.row.userId;
    }
  }
}

const kinds = ['reference', 'segments'] as const;
let kindNow: (typeof kinds)[number] = 'reference';
const workers = new QueryWorkers(1);
afterAll(() => workers.close());

const opened: IndexRegistry[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((registry) => registry.close()));
});

function registryOver(
  store: IndexRegistryOptions['store'],
  options: Partial<IndexRegistryOptions> = {},
): IndexRegistry {
  const indexFor = (version: typeof definition, sequence: ChangeSequence, encoderId: string) =>
    kindNow === 'reference'
      ? new ReferenceIndex(version, sequence, encoderId)
      : new SegmentedIndex(version, workers, { sequence, encoderId });
  const servingEncoder = async () => ENCODER;
  const registry = openIndexRegistry({ store, indexFor, servingEncoder, followEveryMs: 0, ...options });
  opened.push(registry);
  return registry;
}

function rowsOf(index: CandidateIndex): readonly RowNumber[] {
  return [...Array(index.rowLimit).keys()].map(rowNumber).filter((row) => index.isLive(row));
}

function contents(index: CandidateIndex): Record<string, unknown> {
  const rows = rowsOf(index);
  const entries = rows.map((row) => [
    index.userIdOf(row)!,
    [index.valueOf(row, 'age'), index.vectorOf(row, ENCODER)?.[0]],
  ]);
  return Object.fromEntries(entries);
}

function expected(feed: FakeFeed): Record<string, unknown> {
  const entries = [...feed.rows.values()].map(({ row, profileVector }) => {
    const first = profileVector!.vector.codes[0]! * profileVector!.vector.scale;
    return [row.userId, [row.fields.age, Math.fround(first)]];
  });
  return Object.fromEntries(entries);
}

describe.each(kinds)('an index that follows (%s)', (kind) => {
  beforeEach(() => {
    kindNow = kind;
  });

  it('is built on first use, and has every earlier write at each later call', async () => {
    const feed = new FakeFeed();
    for (let i = 0; i < 1000; i++) feed.put(`u${i}`, i);
    const registry = registryOver(feed);
    const index = await registry.ready(aTenant, definition);
    expect(contents(index)).toEqual(expected(feed));
    feed.put('new', 30);
    feed.put('u1', 99);
    feed.erase('u2');
    expect(contents(await registry.ready(aTenant, definition))).toEqual(expected(feed));
    feed.put('u2', 5);
    for (let i = 0; i < 1000; i++) feed.put(`w${i}`, i);
    expect(contents(await registry.ready(aTenant, definition))).toEqual(expected(feed));
    expect(await registry.ready(aTenant, definition)).toBe(index);
    expect(registry.stats()).toEqual([
      {
        tenant: aTenant,
        domain: 'dating',
        rows: feed.rows.size,
        bytes: expect.any(Number),
        parts: expect.any(Object),
        built: true,
        segments: 1,
        sequence: index.sequence,
      },
    ]);
    expect(registry.rowsOf(aTenant, 'dating')).toBe(feed.rows.size);
    expect(registry.rowsOf(aTenant, 'hiring')).toBeNull();
  });

  it('without people is empty', async () => {
    const index = await registryOver(new FakeFeed()).ready(aTenant, definition);
    expect([index.size, index.sequence]).toEqual([0, 0]);
  });

  it('is built and caught up once for all concurrent callers', async () => {
    const feed = new FakeFeed();
    for (let i = 0; i < 1000; i++) feed.put(`u${i}`, i);
    const registry = registryOver(feed);
    const readyForAll = () =>
      Promise.all(Array.from({ length: 20 }, () => registry.ready(aTenant, definition)));
    expect(new Set(await readyForAll()).size).toBe(1);
    expect(feed.calls).toEqual({ scanPages: 10, changedAfter: 0 });
    feed.put('new', 1);
    await readyForAll();
    expect(feed.calls.changedAfter).toBe(1);
    await readyForAll();
    expect(feed.calls.changedAfter).toBe(1);
  });

  it('includes what is written and erased while it is built', async () => {
    const feed = new FakeFeed();
    for (let i = 0; i < 1000; i++) feed.put(`u${String(i).padStart(4, '0')}`, i);
    let page = 0;
    feed.meanwhile = (read) => {
      if (read !== 'page') return;
      page += 1;
      feed.erase(`u${String(page * 150).padStart(4, '0')}`);
      feed.erase(`u${String(page * 190).padStart(4, '0')}`);
      feed.put(`u${String(page * 7).padStart(4, '0')}`, 5000 + page);
      feed.put(`a${page}`, 1);
      feed.put(`z${page}`, 2);
    };
    const registry = registryOver(feed);
    await registry.ready(aTenant, definition);
    feed.meanwhile = () => undefined;
    expect(contents(await registry.ready(aTenant, definition))).toEqual(expected(feed));
  });

  it('drops a person who is erased while a change is read, with the next call', async () => {
    const feed = new FakeFeed();
    feed.put('u1', 1);
    feed.put('u2', 2);
    const registry = registryOver(feed);
    await registry.ready(aTenant, definition);
    feed.put('u2', 3);
    feed.meanwhile = () => feed.erase('u2');
    await registry.ready(aTenant, definition);
    const index = await registry.ready(aTenant, definition);
    expect(Object.keys(contents(index))).toEqual(['u1']);
  });

  it('fails with 503 and a retry time when the build is long, and completes it', async () => {
    const feed = new FakeFeed();
    for (let i = 0; i < 3000; i++) feed.put(`u${i}`, i);
    const registry = registryOver(feed, { maxWaitRows: 500 });
    const error: ApiError<'warming_up'> = await registry.ready(aTenant, definition).then(
      () => expect.fail('it waited for the whole build'),
      (thrown) => thrown,
    );
    expect([error.code, error.status]).toEqual(['warming_up', 503]);
    expect(error.details.retry_after_ms).toBeGreaterThanOrEqual(1000);
    expect(registry.stats()[0]).toMatchObject({ built: false });
    await vi.waitFor(() => expect(registry.stats()[0]).toMatchObject({ built: true }), 20_000);
    expect(contents(await registry.ready(aTenant, definition))).toEqual(expected(feed));
    expect(feed.calls.scanPages).toBe(30);
  });

  it('yields to the event loop after every page', async () => {
    const feed = new FakeFeed();
    for (let i = 0; i < 2000; i++) feed.put(`u${i}`, i);
    let done = false;
    let turns = 0;
    const building = registryOver(feed)
      .ready(aTenant, definition)
      .finally(() => {
        done = true;
      });
    while (!done) {
      await setImmediate();
      turns += 1;
    }
    await building;
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it('rejects waiting callers when a build fails, and starts again for the next caller', async () => {
    const feed = new FakeFeed();
    feed.put('u1', 1);
    const registry = registryOver(feed);
    feed.meanwhile = () => {
      throw new Error('disk on fire');
    };
    await expect(registry.ready(aTenant, definition)).rejects.toThrow('disk on fire');
    feed.meanwhile = () => undefined;
    expect((await registry.ready(aTenant, definition)).size).toBe(1);
    feed.put('u2', 2);
    feed.meanwhile = () => {
      throw new Error('disk on fire');
    };
    await expect(registry.ready(aTenant, definition)).rejects.toThrow('disk on fire');
    feed.meanwhile = () => undefined;
    expect((await registry.ready(aTenant, definition)).size).toBe(2);
  });

  it('reports a build that failed after its last caller had left', async () => {
    const feed = new FakeFeed();
    for (let i = 0; i < 2000; i++) feed.put(`u${i}`, i);
    const failures: unknown[] = [];
    const onFailure = (error: unknown, about: unknown) => failures.push([error, about]);
    const registry = registryOver(feed, { maxWaitRows: 300, onFailure });
    feed.meanwhile = () => {
      if (feed.calls.scanPages === 5) throw new Error('disk on fire');
    };
    await expect(registry.ready(aTenant, definition)).rejects.toMatchObject({ code: 'warming_up' });
    await vi.waitFor(() => {
      expect(failures).toEqual([[new Error('disk on fire'), { tenant: aTenant, domain: 'dating' }]]);
    }, 20_000);
  });

  it('gets a second one for a new version, and the earlier one is released when it is idle', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const feed = new FakeFeed();
    feed.put('u1', 1);
    const registry = registryOver(feed);
    const next = definitionOf([...fields, { name: 'pets', kind: 'hard', type: 'boolean' }], 2);
    const before = await registry.ready(aTenant, definition);
    const after = await registry.ready(aTenant, next);
    expect([before.definition, after.definition]).toEqual([definition, next]);
    expect(after.valueOf(rowsOf(after)[0]!, 'pets')).toBeUndefined();
    expect(registry.stats()).toHaveLength(2);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await registry.ready(aTenant, next)).toBe(after);
    expect(registry.stats()).toHaveLength(1);
  });

  it('is rebuilt beside the old one when most of its rows are holes', async () => {
    const feed = new FakeFeed();
    for (let i = 0; i < 100; i++) feed.put(`u${i}`, i);
    const registry = registryOver(feed, { minHoles: 10 });
    const before = await registry.ready(aTenant, definition);
    for (let i = 0; i < 60; i++) feed.erase(`u${i}`);
    expect(await registry.ready(aTenant, definition)).toBe(before);
    await vi.waitFor(async () => {
      feed.put('during', 1);
      expect(await registry.ready(aTenant, definition)).not.toBe(before);
    }, 20_000);
    const after = await registry.ready(aTenant, definition);
    expect(after.rowLimit).toBe(41);
    expect(contents(after)).toEqual(expected(feed));
  });

  it('in use follows without a call', async () => {
    const feed = new FakeFeed();
    feed.put('u1', 1);
    const registry = registryOver(feed, { followEveryMs: 2 });
    const index = await registry.ready(aTenant, definition);
    feed.put('u2', 2);
    await vi.waitFor(() => expect(contents(index)).toEqual(expected(feed)), 20_000);
  });
});

describe.each(kinds)('when another encoder starts to serve (%s)', (kind) => {
  beforeEach(() => {
    kindNow = kind;
  });

  /** Each row's vector of the encoder that is compared; null where a row has none. */
  function compared(index: CandidateIndex): Record<string, unknown> {
    const rows = rowsOf(index);
    return Object.fromEntries(
      rows.map((row) => [index.userIdOf(row)!, index.vectorOf(row, index.encoderId)?.length ?? null]),
    );
  }

  function allVectors(feed: FakeFeed, dimension: number): Record<string, unknown> {
    return Object.fromEntries([...feed.rows.keys()].map((userId) => [userId, dimension]));
  }

  it('the old vectors are compared until all new ones are loaded, whatever is written meanwhile', async () => {
    const feed = new FakeFeed();
    for (let i = 0; i < 1800; i++) feed.put(`u${String(i).padStart(4, '0')}`, i);
    let serving = ENCODER;
    const registry = registryOver(feed, { servingEncoder: async () => serving });
    await registry.ready(aTenant, definition);
    let page = 0;
    feed.meanwhile = (read) => {
      if (read !== 'vectors') return;
      page += 1;
      feed.erase(`u${String(page * 150).padStart(4, '0')}`);
      feed.put(`u${String(page * 7).padStart(4, '0')}`, 5000 + page);
      feed.put(`u${String(1800 - page).padStart(4, '0')}`, 6000 + page);
      feed.put(`a${page}`, 1);
    };
    serving = OTHER;
    const seen = new Set<string>();
    await vi.waitFor(async () => {
      const index = await registry.ready(aTenant, definition);
      seen.add(index.encoderId);
      expect(compared(index)).toEqual(allVectors(feed, index.encoderId === OTHER ? 2 : 6));
      expect(index.encoderId).toBe(OTHER);
    }, 20_000);
    expect([...seen]).toEqual([ENCODER, OTHER]);
    expect(page).toBe(4);
    feed.put('after', 3);
    const index = await registry.ready(aTenant, definition);
    expect(compared(index)).toEqual(allVectors(feed, 2));
  });

  it('drops the old vectors when no match can be using them any more', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const feed = new FakeFeed();
    feed.put('u1', 1);
    let serving = ENCODER;
    const registry = registryOver(feed, { servingEncoder: async () => serving });
    const index = await registry.ready(aTenant, definition);
    serving = OTHER;
    await vi.waitFor(async () => {
      await registry.ready(aTenant, definition);
      expect(index.encoderId).toBe(OTHER);
    }, 20_000);
    const row = index.rowOf('u1')!;
    await registry.ready(aTenant, definition);
    expect(index.vectorOf(row, ENCODER)).not.toBeNull();
    vi.setSystemTime(Date.now() + 11_000);
    await registry.ready(aTenant, definition);
    expect([index.vectorOf(row, ENCODER), index.vectorOf(row, OTHER)?.length]).toEqual([null, 2]);
  });

  it('retries after a failure, and keeps comparing the old vectors until then', async () => {
    const feed = new FakeFeed();
    feed.put('u1', 1);
    let serving = ENCODER;
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => failures.push(error);
    const registry = registryOver(feed, { servingEncoder: async () => serving, onFailure });
    await registry.ready(aTenant, definition);
    serving = OTHER;
    feed.meanwhile = () => {
      throw new Error('disk on fire');
    };
    await vi.waitFor(async () => {
      await registry.ready(aTenant, definition);
      expect(failures.length).toBeGreaterThan(0);
    }, 20_000);
    expect((await registry.ready(aTenant, definition)).encoderId).toBe(ENCODER);
    feed.meanwhile = () => undefined;
    await vi.waitFor(async () => {
      expect((await registry.ready(aTenant, definition)).encoderId).toBe(OTHER);
    }, 20_000);
  });
});

describe.each(storesUnderTest)('over the $name store', ({ open, runs }) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    under = await open();
  });
  afterAll(() => under.dispose());

  it('equals the store after any writes and erasures, whichever process made them', async () => {
    const step = fc.record({
      writer: fc.constantFrom('store' as const, 'another' as const),
      users: fc.array(fc.constantFrom('u1', 'u2', 'u3', 'ü', '😀'), { minLength: 1, maxLength: 3 }),
      age: fc.option(fc.integer({ min: 18, max: 99 })),
    });
    const run = async (
      steps: readonly { writer: 'store' | 'another'; users: string[]; age: number | null }[],
    ) => {
      await under.empty();
      const registry = registryOver(under.store);
      for (const { writer, users, age } of steps) {
        for (const userId of users) {
          if (age === null) await under[writer].profiles.erase(aTenant, userId, null);
          else await writeOne(userId, age, writer);
        }
        const index = await registry.ready(aTenant, definition);
        expect(contents(index)).toEqual(await stored());
      }
      await registry.close();
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 8 }), run), { numRuns: runs(25) });
  });

  async function writeOne(userId: string, age: number, writer: 'store' | 'another'): Promise<void> {
    const { row } = profile(userId, age);
    const revision = (await under[writer].profiles.get(aTenant, 'dating', userId))?.revision ?? 0;
    const vectors = [profileVector('dating', Float32Array.of(age, 1, 0, 0, 0, 0))];
    const write = {
      row: { ...row, revision },
      contextItems: [],
      vectors,
      dropVectors: [],
      refreshDueAtMs: null,
    };
    expect(await under[writer].profiles.write([write])).toEqual(['written']);
  }

  async function stored(): Promise<Record<string, unknown>> {
    const feed = new FakeFeed();
    for await (const page of under.store.profiles.scan(aTenant, 'dating', 2, ENCODER)) {
      for (const entry of page) feed.rows.set(entry.row.userId, entry);
    }
    return expected(feed);
  }
});
