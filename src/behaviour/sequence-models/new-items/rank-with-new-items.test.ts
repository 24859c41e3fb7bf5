/**
 * New items in rankings, against a twin of the model that knows them: its scores and vectors of them are
 * computed here, one by one. All options of a ranking must give the same answer for both.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { featureColumns } from '../../datasets/features/feature-columns.ts';
import { itemFilters } from '../filters/item-filters.ts';
import type { ModelBatch, OpenModel } from '../models/architecture.ts';
import { answerQueries, type QueryResult } from '../serving/answer-queries.ts';
import type { PredictAnswer, RankingQuery, SentNewItem } from '../serving/inference-protocol.ts';
import { itemNames } from '../serving/item-names.ts';
import type { NamedModel } from '../serving/named-model.ts';

const WIDTH = 3;
const kinds = ['own', 'other', null] as const;

interface Item {
  readonly id: string;
  readonly kind: (typeof kinds)[number];
  readonly price: number;
  readonly vector: readonly number[];
  /** Added to the score after a history of an even, or of an odd length. */
  readonly scores: readonly [number, number];
}

function named(items: readonly Item[], isCheap: boolean): NamedModel {
  const scoresOf = (length: number) => items.map(({ scores }) => scores[length % 2]!);
  const score = async ({ offsets }: ModelBatch) => {
    const rows = [...offsets.keys()].slice(1);
    return Float32Array.from(rows.flatMap((row) => scoresOf(offsets[row]! - offsets[row - 1]!)));
  };
  const model = {
    capabilities: ['predict'],
    maxHistoryItems: 5,
    embeddingDimensions: WIDTH,
    score,
    ...(isCheap && {
      scoreCandidates: async (history: Uint32Array, some: Uint32Array) =>
        Float32Array.from(some, (item) => scoresOf(history.length)[item]!),
    }),
    itemVectors: Float32Array.from(items.flatMap(({ vector }) => vector)),
  } as unknown as OpenModel;
  const attributes = items.map(({ kind, price }) => JSON.stringify({ ...(kind && { kind }), price }));
  const declared = { kind: { type: 'category' }, price: { type: 'number' } } as const;
  const createdAtMs = new Float64Array(items.length).fill(Number.NaN);
  return {
    modelId: 'model',
    model,
    names: itemNames(items.map(({ id }) => id)),
    filters: itemFilters(items.length, {
      bytes: 1,
      read: () => featureColumns({ declared, attributes, createdAtMs }),
    }),
  };
}

interface World {
  readonly known: readonly Item[];
  readonly fresh: readonly SentNewItem[];
  readonly isCheap: boolean;
  readonly query: Partial<RankingQuery>;
}

/** The catalogue with the new items, as one that knows them would have it. */
function twinOf({ known, fresh }: World): readonly Item[] {
  const byId = new Map(known.map((item) => [item.id, item]));
  return [
    ...known,
    ...fresh.map(({ itemId, neighbours, rate, attributes }): Item => {
      const of = neighbours.map(({ itemId: id, weight }) => ({ weight, ...byId.get(id)! }));
      const scoreAfter = (odd: 0 | 1) =>
        Math.log(rate * of.reduce((sum, { weight, scores }) => sum + weight * Math.exp(scores[odd]), 0));
      const vector = Array.from({ length: WIDTH }, (_, d) =>
        of.reduce((sum, one) => sum + (one.weight * one.vector[d]!) / Math.hypot(...one.vector), 0),
      );
      const { kind = null, price } = attributes as {
        readonly kind?: 'own' | 'other';
        readonly price: number;
      };
      return { id: itemId, kind, price, vector, scores: [scoreAfter(0), scoreAfter(1)] };
    }),
  ];
}

const points = fc.double({ min: -3, max: 3, noNaN: true });
const item = fc.record({
  kind: fc.constantFrom(...kinds),
  price: fc.integer({ min: 0, max: 9 }),
  vector: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(9), fc.nat(9)),
  scores: fc.tuple(points, points),
});
const filter = fc.constantFrom({ kind: 'own' }, { kind: { exists: true } }, { price: { lt: 5 } });
const rule = fc.oneof(
  fc.record({ filter, min_share: fc.constantFrom(0.25, 0.5) }),
  fc.record({ filter, max_share: fc.constantFrom(0.5, 0.75) }),
  fc.record({ filter, pin_at: fc.constantFrom(1, 3) }),
);

const options: fc.Arbitrary<Partial<RankingQuery>> = fc.record(
  {
    limit: fc.integer({ min: 3, max: 8 }),
    filters: filter,
    boosts: fc.array(fc.record({ filter, weight: fc.integer({ min: -2, max: 2 }) }), { maxLength: 2 }),
    rules: fc.array(rule, { minLength: 1, maxLength: 2 }),
    diversity: fc.constantFrom(0.3, 0.7),
    excluded: fc.constantFrom(['k1', 'n0', 'gone'], ['n1']),
    excludeSeen: fc.boolean(),
    candidates: fc.constantFrom(['k0', 'k2', 'n0', 'k3'], ['n0', 'n1'], ['k4', 'k5', 'n2', 'k1']),
  },
  { requiredKeys: ['limit'] },
);

const worlds: fc.Arbitrary<World> = fc
  .record({
    known: fc.array(item, { minLength: 6, maxLength: 14 }),
    fresh: fc.array(
      fc.record({
        neighbours: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }),
        rate: fc.double({ min: 0.01, max: 3, noNaN: true }),
        shown: fc.nat(5),
        kind: fc.constantFrom(...kinds),
        price: fc.integer({ min: 0, max: 9 }),
      }),
      { minLength: 3, maxLength: 6 },
    ),
    isCheap: fc.boolean(),
    query: options,
  })
  .map(({ known, fresh, query, ...more }) => ({
    ...more,
    known: known.map((one, at) => ({ id: `k${at}`, ...one })),
    fresh: fresh.map(({ neighbours, kind, price, ...one }, at) => ({
      ...one,
      itemId: `n${at}`,
      neighbours: neighbours.map((of) => ({ itemId: `k${of}`, weight: 1 / neighbours.length })),
      attributes: { ...(kind && { kind }), price },
      createdAtMs: Number.NaN,
    })),
    // Rules do not go with diversity.
    query: query.rules === undefined ? query : { ...query, diversity: 0 },
  }));

const HISTORY = ['k0', 'n1', 'k3'];

async function answerOf(model: NamedModel, query: Partial<RankingQuery>) {
  const asked = { history: HISTORY, candidates: null, limit: 5, ignoreUnknown: true, ...query };
  const [result] = await answerQueries(model, [{ kind: 'predict', ...asked }]);
  return result!;
}

/** The history of the twin has the item that only it knows; both must read two items. */
const known = (query: Partial<RankingQuery>) => {
  const seen = query.excludeSeen === true ? HISTORY : [];
  return { ...query, history: ['k0', 'k3'], excluded: [...(query.excluded ?? []), ...seen] };
};

const shown = (result: QueryResult) => ('error' in result ? result : rounded(result.answer as PredictAnswer));

const rounded = ({ items, rules }: PredictAnswer) => ({
  items: items.map(({ itemId, score: of, moved }) => [itemId, Number(of.toFixed(4)), moved]),
  rules: rules?.map((cost) => ({ ...cost, scoreGivenUp: Number(cost.scoreGivenUp.toFixed(3)) + 0 })),
});

test('the answer is that of a model that knows the new items', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { query, fresh, isCheap } = world;
      const own = await answerOf(named(world.known, isCheap), {
        ...query,
        newItems: { items: fresh, places: 0 },
      });
      const twin = await answerOf(named(twinOf(world), isCheap), known(query));
      expect(shown(own)).toEqual(shown(twin));
    }),
    { numRuns: 300 },
  );
});

test('places of exploration keep filters and exclusions, and what is above them', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.integer({ min: 1, max: 2 }), async (world, places) => {
      const { rules: _, ...query } = world.query;
      const model = named(world.known, world.isCheap);
      const ask = async (of: number) => {
        const newItems = { items: world.fresh, places: of };
        const { answer } = (await answerOf(model, { ...query, newItems })) as { answer: PredictAnswer };
        return answer.items.map(({ itemId }) => itemId);
      };
      const all = await ask(0);
      const explored = await ask(places);
      const { answer } = (await answerOf(model, {
        ...{ ...query, diversity: 0, limit: 100 },
        newItems: { items: world.fresh, places: 0 },
      })) as { answer: PredictAnswer };
      const left = answer.items.filter(({ itemId, isNew }) => isNew && !all.includes(itemId));
      const shownOf = (id: string) => world.fresh.find(({ itemId }) => itemId === id)!.shown;
      const least = left
        .map(({ itemId }) => itemId)
        .sort((a, b) => shownOf(a) - shownOf(b))
        .slice(0, places);
      expect(explored).toEqual([...all.slice(0, query.limit! - least.length), ...least]);
    }),
    { numRuns: 100 },
  );
});

test('an explained new item has the items that it resembles, and what of the history speaks for it', async () => {
  const items = ['a', 'b', 'c'].map((id, at): Item => {
    return { id, kind: null, price: at, vector: [1, at, 0], scores: [at, at - 1] };
  });
  const neighbours = [
    { itemId: 'b', weight: 0.25 },
    { itemId: 'c', weight: 0.75 },
  ];
  const fresh = { itemId: 'x', neighbours, rate: 9, shown: 0, attributes: {}, createdAtMs: Number.NaN };
  const newItems = { items: [fresh, { ...fresh, itemId: 'a' }], places: 0 };
  const asked = { history: ['a', 'b'], explain: true, newItems };
  const { answer } = (await answerOf(named(items, true), asked)) as { answer: PredictAnswer };
  expect(answer.items.map(({ itemId, isNew }) => [itemId, isNew])).toEqual([
    ['x', true],
    ...['c', 'b', 'a'].map((id) => [id, undefined]),
  ]);
  const [x] = answer.items;
  expect(x!.resembles).toEqual(neighbours.toReversed());
  expect(x!.because!.map(({ itemId }) => itemId)).toEqual(['b', 'a']);
});
