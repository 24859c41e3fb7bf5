import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScoringRanker } from '../../../evaluation/ranker.ts';
import { type Context, contextAt, contextCollector } from '../../../histories/event-contexts.ts';
import type { Histories } from '../../../histories/histories.ts';
import { historiesOfRows } from '../../../testing/snapshot-of.ts';
import type { FitProblem, ModelFiles, OpenModel } from '../../architecture.ts';
import { fitContext } from '../../generative/testing/pattern-problem.ts';
import { sequentialRecommender } from '../sequential-recommender.ts';
import type { SequentialSettings } from '../settings.ts';
import { contextEncoding, encodeContext } from './context-encoding.ts';

const HOUR_MS = 3_600_000;
const ITEMS = 6;
const declared = { device: { type: 'category' }, price: { type: 'number' } } as const;

/** Everybody takes 0 at noon of a Thursday, and then 1 on a phone or 2 on a computer; a rare device is no other. */
const people = 80;
const deviceOf = (person: number) => (person === 7 ? 'fridge' : person % 2 === 0 ? 'phone' : 'computer');
const rows = Array.from({ length: people }, (_, person) => [
  [0, 12 * HOUR_MS] as const,
  [1 + (person % 2), (30 + (person % 2)) * HOUR_MS] as const,
]);

function withContexts(histories: Histories, contextOf: (person: number, at: number) => Context): Histories {
  const collector = contextCollector(declared);
  const contextRows = Uint32Array.from(histories.items, (_, at) =>
    collector.rowOf(JSON.stringify(contextOf(Math.floor(at / 2), at % 2))),
  );
  return { ...histories, contexts: collector.finish(), contextRows };
}

const train = withContexts(historiesOfRows(ITEMS, rows), (person, at) =>
  at === 0 ? {} : { device: deviceOf(person), price: person },
);

const problem = (requested: object, base: FitProblem<SequentialSettings>['base'] = null) => {
  const shape = { people, items: ITEMS, events: 2 * people, medianLength: 2, longLength: 2, hasTexts: false };
  const contextFeatures = Object.keys(declared);
  const given = { width: 16, epochs: 6, dropout: 0, blend: false, learning_rate: 0.01, ...requested };
  const { settings } = sequentialRecommender.complete(given, { ...shape, contextFeatures }, base?.files);
  return {
    ...{ catalogue: { itemIds: train.itemIds, textVectors: null, createdAtMs: null }, train, settings },
    ...{ validation: null, base, codes: null, seed: 1 },
  };
};
const fitted = async (requested = {}, base: FitProblem<SequentialSettings>['base'] = null) =>
  sequentialRecommender.fit(problem(requested, base), fitContext());
const opened = (files: ModelFiles) => sequentialRecommender.open(files, { threads: 1 });

/** How much likelier 1 is than 2 after 0. */
async function leadOf(model: OpenModel, context?: Context): Promise<number> {
  const contexts = context === undefined ? {} : { contexts: [context] };
  const scores = await model.score({ offsets: Uint32Array.of(0, 1), items: Uint32Array.of(0), ...contexts });
  return scores[1]! - scores[2]!;
}

describe('contexts', () => {
  it('are the declared values, and the hour and the weekday in UTC', () => {
    expect(contextAt(train, 1)).toEqual({ device: 'phone', price: 0, hour: 6, weekday: 5 });
    expect(contextAt(train, 0)).toEqual({ hour: 12, weekday: 4 });
    const early = { timestampsMs: Float64Array.of(-1) };
    expect(contextAt(early, 0)).toEqual({ hour: 23, weekday: 3 });
  });

  it('become columns of values that five events have; numbers lie between quantiles', () => {
    const { width, features } = contextEncoding(train, ['device', 'price', 'hour', 'weekday'], null)!;
    const named = new Map(features.map((feature) => [feature.name, feature]));
    expect(named.get('device')).toMatchObject({ values: ['phone', 'computer'] });
    expect(named.get('hour')).toMatchObject({ values: ['12', '6', '7'] });
    expect(named.get('weekday')).toMatchObject({ values: ['4', '5'] });
    expect(width).toBe(8 + 2 + 3 + 2);
    const encoded = (context: Context) => {
      const row = new Float32Array(width);
      encodeContext({ width, features }, context, row);
      return [...row];
    };
    const nothing = Array(width).fill(0);
    for (const unknown of [{}, { device: 'fridge' }, { hour: 3 }, { color: 'red' }, { price: 'high' }])
      expect(encoded(unknown as Context)).toEqual(nothing);
    const sum = (row: readonly number[]) => row.reduce((total, one) => total + one, 0);
    for (const price of [-5, 0, 20.5, 79, 1e9]) expect(sum(encoded({ price }))).toBeCloseTo(1, 6);
    expect(encoded({ price: -5 })).toEqual(encoded({ price: 0 }));
    expect(contextEncoding(train, ['color'], null)).toBeNull();
  });

  it('keep the columns of a base model', () => {
    const base = contextEncoding(train, ['device'], null)!;
    const later = contextEncoding(train, ['device', 'hour'], base)!;
    expect(later.features[0]).toEqual(base.features[0]);
    expect(later.width).toBe(base.width + 3);
  });
});

describe('a recommender that reads the context of the prediction', () => {
  let files: ModelFiles;
  let model: OpenModel;
  beforeAll(async () => {
    ({ files } = await fitted());
    model = await opened(files);
  });
  afterAll(() => model.close());

  it('tells by the device what is taken next, and also ranks without one', async () => {
    expect(await leadOf(model, { device: 'phone' })).toBeGreaterThan(1);
    expect(await leadOf(model, { device: 'computer' })).toBeLessThan(-1);
    expect(Math.abs(await leadOf(model))).toBeLessThan(0.7);
    expect(model.context).toEqual([
      { name: 'price', type: 'number' },
      { name: 'device', type: 'category', values: ['phone', 'computer'] },
    ]);
  });

  it('reads an unknown value as none, to the last bit', async () => {
    const without = await leadOf(model);
    for (const context of [{}, { device: 'fridge' }, { place: 'sea' }])
      expect(await leadOf(model, context as Context)).toBe(without);
    const [ranker, whole] = [model.contextlessRanker, model.ranker] as readonly ScoringRanker[];
    const [items, timestampsMs] = [Uint32Array.of(0), Float64Array.of(Number.NaN)];
    const batch = {
      ...{ offsets: Uint32Array.of(0, 1), items },
      ...{ timestampsMs, momentsMs: timestampsMs },
    };
    expect(await ranker!.score({ ...batch, contexts: [{ device: 'phone' }] })).toEqual(
      await whole!.score(batch),
    );
  });

  it('gives candidates the scores of all items, alone and in a batch', async () => {
    const items = Uint32Array.of(2, 1);
    const times = { timestampsMs: Float64Array.of(Number.NaN), momentMs: Number.NaN };
    const context = { device: 'phone' };
    const some = await model.scoreCandidates!(Uint32Array.of(0), items, { ...times, context });
    const contexts = [undefined, context];
    const all = await model.score({
      offsets: Uint32Array.of(0, 1, 2),
      items: Uint32Array.of(0, 0),
      contexts,
    });
    expect([...some]).toEqual([all[ITEMS + 2], all[ITEMS + 1]]);
  });

  it('goes on from a base model, with and without a context', async () => {
    const base = { files, itemIds: train.itemIds };
    const later = await opened((await fitted({ epochs: 1, learning_rate: 1e-6 }, base)).files);
    expect(await leadOf(later, { device: 'phone' })).toBeCloseTo(await leadOf(model, { device: 'phone' }), 2);
    await later.close();
    const plain = (await fitted({ context_features: [] })).files;
    const grown = await opened(
      (await fitted({ context_features: ['device'] }, { ...base, files: plain })).files,
    );
    expect(await leadOf(grown, { device: 'phone' })).toBeGreaterThan(0.5);
    await grown.close();
    const without = await opened(plain);
    expect(without.context).toBeUndefined();
    await without.close();
  });
});
