import { afterAll, describe, expect, it } from 'vitest';
import { changeSequence, tenantId } from '../../../contract/brands.ts';
import { aTenant, definitionOf, storedProfile } from '../../../platform/storage/testing/random-profiles.ts';
import type { IndexOf, RemoteQuery } from '../candidate-search.ts';
import { newIndex, openTestEngine, putBareDocument, withoutMeta } from './testing/test-engine.ts';

const engine = openTestEngine();
afterAll(() => engine.close());

const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
const other = tenantId('ten_01hyyyyyyyyyyyyyyyyyyyyyyy');

function person(userId: string, age: number) {
  const rest = { places: {}, preferences: [], blocks: [], complete: true, vector: null };
  return storedProfile(definition, { userId, values: { age }, ...rest });
}

function change(userId: string, sequence: number, age: number | null) {
  const profile = age === null ? null : person(userId, age);
  return { userId, sequence: changeSequence(sequence), profile };
}

const everybody: Omit<RemoteQuery, keyof IndexOf> = {
  steps: [],
  masked: [],
  scoring: null,
  topK: 100,
  counts: false,
};
const idsOf = async (of: IndexOf, query: Partial<RemoteQuery> = {}) =>
  (await engine.search.best({ ...of, ...everybody, ...query })).userIds.toSorted();
const ofAge = (value: number) => ({
  steps: [{ reason: 'filters', keep: [{ op: 'eq', field: 'age', value } as const] }],
});

async function served(of: IndexOf) {
  const name = await newIndex(engine, of);
  await engine.indexes.serve(of, name);
  return { name, writer: engine.indexes.writer(of, name) };
}

describe('an index of OpenSearch', () => {
  it('keeps the newest change of a person, in whatever order changes arrive', async () => {
    const of = { tenant: aTenant, definition };
    const { writer } = await served(of);
    await writer.write([change('ann', 5, 50), change('bob', 6, 60), change('cid', 7, null)]);
    await writer.write([
      change('ann', 4, 40),
      change('bob', 6, 61),
      change('cid', 3, 30),
      change('dan', 8, 80),
    ]);
    await writer.write([change('dan', 9, null), change('eve', 9, null)]);
    await writer.write([change('dan', 8, 80)]);
    await writer.refresh();
    expect(await idsOf(of)).toEqual(['ann', 'bob']);
    expect(await writer.count()).toBe(2);
    expect([await idsOf(of, ofAge(50)), await idsOf(of, ofAge(40)), await idsOf(of, ofAge(61))]).toEqual([
      ['ann'],
      [],
      ['bob'],
    ]);
  });

  it('shows what was written once it is refreshed', async () => {
    const of = { tenant: aTenant, definition: { ...definition, domain: 'fresh' } };
    const { writer } = await served(of);
    await writer.write([change('ann', 1, 50)]);
    expect(await idsOf(of)).toEqual([]);
    await writer.refresh();
    expect(await idsOf(of)).toEqual(['ann']);
    expect(await idsOf(of, { masked: ['ann'] })).toEqual([]);
  });

  it('is seen by its own tenant, domain and version alone', async () => {
    const of = { tenant: aTenant, definition: { ...definition, domain: 'apart' } };
    const others = [
      { ...of, tenant: other },
      { ...of, definition: { ...of.definition, version: 2 } },
      { ...of, definition: { ...of.definition, domain: 'apart-1' } },
    ];
    for (const [n, each] of [of, ...others].entries()) {
      const { writer } = await served(each);
      await writer.write([change(`of index ${n}`, 1, 30)]);
      await writer.refresh();
    }
    for (const [n, each] of [of, ...others].entries()) expect(await idsOf(each)).toEqual([`of index ${n}`]);
    expect((await engine.indexes.list(other)).map(({ tenant, domain }) => [tenant, domain])).toEqual([
      [other, 'apart'],
    ]);
  });

  it('is built beside the one that serves, and takes its place in one step', async () => {
    const of = { tenant: aTenant, definition: { ...definition, domain: 'rebuilt' } };
    expect(await engine.indexes.serving(of)).toBeNull();
    const { name, writer } = await served(of);
    await writer.write([change('old', 1, 30)]);
    await writer.refresh();
    const next = await newIndex(engine, of);
    expect((await engine.indexes.list()).find((index) => index.name === next)!.isServing).toBe(false);
    const nextWriter = engine.indexes.writer(of, next);
    await nextWriter.write([change('new', 2, 31)]);
    await nextWriter.refresh();
    expect(await idsOf(of)).toEqual(['old']);
    await engine.indexes.note(next, { watermark: changeSequence(2), store: 'store a' });
    await engine.indexes.serve(of, next);
    expect(await idsOf(of)).toEqual(['new']);
    await engine.indexes.drop(name);
    await engine.indexes.drop(name);
    expect(await engine.indexes.serving(of)).toMatchObject({
      name: next,
      documents: 1,
      note: { watermark: 2, store: 'store a' },
    });
    await engine.indexes.assertHealthy(next);
  });

  it('scores a document without any of its columns as one without values', async () => {
    const wide = definitionOf([
      { name: 'age', kind: 'hard', type: 'integer' },
      { name: 'mood', kind: 'hard', type: 'enum', values: ['calm', 'wild'] },
      { name: 'likes', kind: 'hard', type: 'enum', multiple: true, values: ['tea', 'art'] },
      { name: 'home', kind: 'hard', type: 'string', format: 'geo' },
      { name: 'job', kind: 'hard', type: 'string' },
    ]);
    const of = { tenant: aTenant, definition: { ...wide, domain: 'bare' } };
    const { name } = await served(of);
    await putBareDocument(name, 'bare');
    const points = { knots: [[0, 4]] as const, missing: 0.25, conditions: [], direction: 'forward' } as const;
    const equal = { equal: 4, different: 4, missing: 0.25, conditions: [], direction: 'forward' } as const;
    const scoring = {
      intercept: 0,
      terms: [
        { op: 'number', field: 0, x: 'value', c: 0, unit: 1, ...points },
        {
          op: 'codes',
          field: 1,
          table: Float64Array.of(0.25, 4, 4, 4),
          conditions: [],
          direction: 'forward',
        },
        { op: 'overlap', field: 2, mine: [true, false], mineCount: 1, measure: 'count', ...points },
        { op: 'distance', field: 3, origin: { lat: 0, lon: 0 }, ...points },
        { op: 'text', field: 4, value: 1, ...equal },
      ] as const,
      aggregation: 'off' as const,
      calibration: null,
      personEffects: { unknownPoints: [0, 0], unknownShrinkage: [1, 1], known: [] } as const,
      minScore: 0,
    };
    const found = await engine.search.best({ ...of, ...everybody, scoring });
    expect(found.userIds).toEqual(['bare']);
    expect(found.scores[0]).toBeCloseTo(1 / (1 + Math.exp(-1.25)), 6);
  });

  it('leaves out any number of people by their ids, however long these are', async () => {
    const of = { tenant: aTenant, definition: { ...definition, domain: 'decided' } };
    const { name, writer } = await served(of);
    const idOf = (n: number) => `person ${n} ${'x'.repeat(40)}`;
    await writer.write(Array.from({ length: 90 }, (_, n) => change(idOf(n), n + 1, 30)));
    await writer.refresh();
    // People of the index are in all parts of the list.
    const decided = Array.from({ length: 100_000 }, (_, n) =>
      n % 2000 === 0 ? idOf(n / 2000) : idOf(n + 200),
    );
    const shown = Array.from({ length: 3000 }, (_, n) => (n === 2999 ? idOf(60) : idOf(n + 200_000)));
    const steps = [
      { reason: 'decided', drop: decided },
      { reason: 'shown', drop: shown },
      ...Array.from({ length: 20 }, (_, n) => ({
        reason: 'filters',
        keep: [{ op: 'gte', field: 'age', value: n } as const],
      })),
    ];
    const masked = [idOf(61), ...Array.from({ length: 60_000 }, (_, n) => `elsewhere ${n}`)];
    const found = await engine.search.best({ ...of, ...everybody, index: name, steps, masked, counts: true });
    expect(found).toMatchObject({ total: 89, passing: 38, dropped: { decided: 50, shown: 1, filters: 0 } });
    const left = Array.from({ length: 40 }, (_, n) => idOf(n + 50)).filter(
      (id) => !/^person 6[01] /.test(id),
    );
    expect(found.userIds.toSorted()).toEqual(left.sort());
  }, 60_000);

  it('may have been made before people were spread by place, and before it had an owner', async () => {
    const of = { tenant: aTenant, definition: { ...definition, domain: 'older' } };
    const { name, writer } = await served(of);
    await engine.indexes.note(name, { watermark: changeSequence(1), store: 'mark' });
    await withoutMeta(name, ['owner', 'orphanSinceMs', 'placement']);
    const [older] = (await engine.indexes.list()).filter((index) => index.name === name);
    expect(older).toMatchObject({ isServing: true, note: { store: 'mark' }, owner: null });
    await writer.write([change('ann', 1, 50)]);
    await writer.refresh();
    expect(await idsOf(of, { index: name })).toEqual(['ann']);
  });

  it('says that it is gone, and never finds fewer', async () => {
    const of = { tenant: aTenant, definition: { ...definition, domain: 'gone' } };
    const { name, writer } = await served(of);
    await engine.indexes.drop(name);
    const unavailable = { status: 503, code: 'dependency_unavailable' };
    await expect(idsOf(of)).rejects.toMatchObject(unavailable);
    await expect(writer.write([change('ann', 1, 30)])).rejects.toMatchObject(unavailable);
    await expect(writer.refresh()).rejects.toMatchObject(unavailable);
    expect((await engine.indexes.list()).some((index) => index.name === name)).toBe(false);
  });
});
