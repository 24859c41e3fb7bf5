/**
 * People spread over shards by place. They move, lose their place, are erased and come back, and an indexer
 * may end anywhere. Each is found once, at the present place, and no one is missing from a radius.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { changeSequence } from '../../../contract/brands.ts';
import { distanceKm } from '../../../domains/filter.ts';
import type { Place } from '../../../domains/place.ts';
import {
  aTenant,
  definitionOf,
  somePlaces,
  storedProfile,
} from '../../../platform/storage/testing/random-profiles.ts';
import type { DocumentChange, DocumentWriter, IndexOf } from '../candidate-search.ts';
import { shardWords } from './placement/shard-words.ts';
import { engineUrls, newIndex, openTestEngine } from './testing/test-engine.ts';

const SHARDS = 5;
const engine = openTestEngine({ shards: SHARDS });
afterAll(() => engine.close());

const definition = definitionOf([{ name: 'home', kind: 'hard', type: 'string', format: 'geo' }]);
const of: IndexOf = { tenant: aTenant, definition };
/** Places of people are these alone, so that each has a shard or two. */
const sample = Array.from({ length: 10 * SHARDS }, (_, n) => somePlaces[n % somePlaces.length]!);
const LISBON = somePlaces[0]!;
const SUVA = somePlaces[2]!;

function change(userId: string, sequence: number, place: Place | null | 'erased'): DocumentChange {
  const rest = { preferences: [], blocks: [], complete: true, vector: null };
  const home = place === null || place === 'erased' ? {} : { home: place };
  const values = place === null || place === 'erased' ? {} : { home: place.name };
  const profile =
    place === 'erased' ? null : storedProfile(definition, { userId, values, places: home, ...rest });
  return { userId, sequence: changeSequence(sequence), profile };
}

const find = (index: string, steps: readonly object[]) =>
  engine.search.best({
    ...{ ...of, index, steps: steps as [], masked: [], scoring: null, topK: 100, counts: true },
  });
const within = (origin: Place, km: number) => ({
  reason: 'filters',
  keep: [{ op: 'within_km', field: 'home', km, origin }],
});

type Act =
  | { readonly do: 'put'; readonly who: number; readonly place: Place | null }
  | { readonly do: 'erase'; readonly who: number }
  | { readonly do: 'refresh' }
  /** Another process goes on: changes since the last refresh are written again, with later ones. */
  | { readonly do: 'another' }
  /** Changes are read and written a second time. */
  | { readonly do: 'again' };

const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('put' as const),
        who: fc.nat(5),
        place: fc.option(fc.constantFrom(...somePlaces)),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), who: fc.nat(5) }) },
    fc.constant({ do: 'refresh' as const }),
    fc.constant({ do: 'another' as const }),
    fc.constant({ do: 'again' as const }),
  ),
  { minLength: 6, maxLength: 25 },
);
const circles = fc.array(
  fc.record({ origin: fc.constantFrom(...somePlaces), km: fc.constantFrom(1, 30, 300, 2000, 20_037) }),
  { minLength: 4, maxLength: 4 },
);

describe('people who move', () => {
  it('are found once, where they are now, whatever they do', async () => {
    let moved = 0;
    let routed = 0;
    let firstTries = 0;
    const property = fc.asyncProperty(acts, circles, async (all, asked) => {
      const name = await newIndex(engine, of, sample);
      const world = new Map<string, Place | null>();
      let writer = engine.indexes.writer(of, name);
      let waiting: DocumentChange[] = [];
      let sequence = 0;
      // The indexer's knowledge: nothing is written twice, and every document is found or this writer's.
      let isFirstTry = true;
      let sinceRefresh: DocumentChange[] = [];
      const flush = async () => {
        if (isFirstTry) firstTries += waiting.length;
        sinceRefresh.push(...waiting);
        await writer.write(waiting.splice(0), { isFirstTry });
        isFirstTry = true;
      };
      for (const act of all) {
        if (act.do === 'put' || act.do === 'erase') {
          const userId = `p${act.who}`;
          sequence += 1;
          waiting.push(change(userId, sequence, act.do === 'put' ? act.place : 'erased'));
          if (act.do === 'erase') world.delete(userId);
          else {
            if (world.has(userId) && world.get(userId) !== act.place) moved += 1;
            world.set(userId, act.place);
          }
        } else if (act.do === 'again') {
          const repeated = [...waiting];
          await flush();
          waiting = repeated;
          isFirstTry = false;
        } else {
          await flush();
          if (act.do === 'refresh') await writer.refresh();
          else {
            writer = engine.indexes.writer(of, name);
            waiting = sinceRefresh;
            isFirstTry = false;
          }
          sinceRefresh = [];
        }
      }
      await flush();
      await writer.refresh();
      expect(await writer.count()).toBe(world.size);
      expect((await find(name, [])).userIds.toSorted()).toEqual([...world.keys()].sort());
      for (const { origin, km } of asked) {
        const near = [...world].filter(
          ([, place]) =>
            place !== null && distanceKm(origin.lat, origin.lon, place.lat, place.lon) <= km + 0.01,
        );
        const found = await find(name, [within(origin, km)]);
        expect(found.userIds.toSorted()).toEqual(near.map(([userId]) => userId).sort());
        expect(found).toMatchObject({
          ...{ total: world.size, passing: near.length },
          dropped: { filters: world.size - near.length },
        });
        routed += near.length;
      }
      await engine.indexes.drop(name);
    });
    await fc.assert(property, { numRuns: 25, endOnFailure: true });
    expect(moved).toBeGreaterThan(50);
    expect(firstTries).toBeGreaterThan(50);
    expect(routed).toBeGreaterThan(50);
  }, 240_000);

  it('are found once after a late write of another indexer, until their next change', async () => {
    const name = await newIndex(engine, of, sample);
    const writer = engine.indexes.writer(of, name);
    await writer.write([change('ann', 2, LISBON), change('bob', 3, LISBON), change('cid', 4, 'erased')]);
    // Another indexer had not looked where they are.
    await engine.indexes
      .writer(of, name)
      .fill([change('ann', 1, SUVA), change('bob', 1, SUVA), change('cid', 1, SUVA)]);
    await writer.refresh();
    expect(await writer.count()).toBe(4);
    expect((await find(name, [])).userIds.toSorted()).toEqual(['ann', 'bob']);
    await engine.indexes.writer(of, name).write([change('ann', 5, LISBON), change('bob', 5, 'erased')]);
    await writer.refresh();
    expect(await writer.count()).toBe(1);
    expect((await find(name, [within(SUVA, 10)])).userIds).toEqual([]);
    // An indexer that is behind leaves a later change as it is.
    for (const isFirstTry of [true, false]) {
      await engine.indexes.writer(of, name).write([change('ann', 3, SUVA)], { isFirstTry });
      await writer.refresh();
      expect((await find(name, [])).total).toBe(1);
    }
    expect((await find(name, [within(LISBON, 10)])).userIds).toEqual(['ann']);
    await engine.indexes.drop(name);
  });

  it('have the shard that their routing value is for', async () => {
    const name = await newIndex(engine, of, sample);
    const words = shardWords(SHARDS);
    for (const [shard, word] of words.entries()) {
      const answer = await fetch(`${engineUrls()[0]}/${name}/_search_shards?routing=${word}`);
      const { shards } = (await answer.json()) as { shards: { shard: number }[][] };
      expect(shards.map(([one]) => one!.shard)).toEqual([shard]);
    }
    await engine.indexes.drop(name);
  });
});

describe('a search within a radius', () => {
  it('asks the shards of its circle alone, and counts all people', async () => {
    const name = await newIndex(engine, of, sample);
    const writer: DocumentWriter = engine.indexes.writer(of, name);
    await writer.fill(somePlaces.map((place, n) => change(`p${n}`, 1, place)));
    await writer.refresh();
    const before = await searchedShards(name);
    const found = await find(name, [within(LISBON, 1)]);
    const after = await searchedShards(name);
    expect(found).toMatchObject({ total: somePlaces.length, passing: 1, userIds: ['p0'] });
    // All shards count all people; those of the circle count again and search.
    const more = after.map((count, shard) => count - before[shard]!);
    expect(Math.min(...more)).toBe(1);
    expect(more.filter((count) => count === 1).length).toBeGreaterThanOrEqual(SHARDS - 2);
    expect(Math.max(...more)).toBe(3);
    await engine.indexes.drop(name);
  });
});

/** Queries of each shard so far. */
async function searchedShards(name: string): Promise<readonly number[]> {
  const answer = await fetch(`${engineUrls()[0]}/${name}/_stats/search?level=shards`);
  const { indices } = (await answer.json()) as {
    indices: Record<string, { shards: Record<string, { search: { query_total: number } }[]> }>;
  };
  const { shards } = indices[name]!;
  return Array.from({ length: SHARDS }, (_, shard) => shards[shard]![0]!.search.query_total);
}
