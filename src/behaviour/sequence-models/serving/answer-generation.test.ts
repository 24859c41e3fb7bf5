/** Generation searches where it may, and scores every item where the request changes the ranking. */
import { expect, test } from 'vitest';
import type { OpenModel } from '../models/architecture.ts';
import { answerGeneration } from './answer-generation.ts';
import type { GenerateQuery } from './inference-protocol.ts';
import type { NamedModel } from './named-model.ts';

const ids = ['a', 'b', 'c', 'd'];
const scores = [-1, -2, -3, -4];
const beams: number[] = [];
const model: Partial<OpenModel> = {
  maxHistoryItems: 10,
  score: async () => Float32Array.from(scores),
  generate: async (_, { limit, beam }) => {
    beams.push(beam);
    return scores.slice(0, limit).map((score, item) => ({ item, score: score - 1e-9, codes: [item] }));
  },
  codesOf: (item) => [item],
  ranksByPopularity: (history) => history.length === 0,
};
const named = {
  model,
  names: { ids, numberOf: (id: string) => ids.indexOf(id), byteRank: Uint32Array.from(ids.keys()) },
  filters: { compile: () => ({ mask: Uint8Array.of(0, 0, 1, 1), items: Uint32Array.of(2, 3) }) },
} as unknown as NamedModel;

async function generated(more: Partial<GenerateQuery>) {
  beams.length = 0;
  const query = { kind: 'generate', history: ['b'], candidates: null, limit: 2, beam: 5, ...more } as const;
  const { items, byPopularity } = await answerGeneration(named, query);
  return {
    items: items.map(({ itemId }) => itemId).join(''),
    codes: items.map(({ codes }) => codes),
    byPopularity,
    beam: beams[0],
  };
}

test('a search is widened by the items that it leaves out', async () => {
  expect(await generated({})).toMatchObject({ items: 'ab', codes: [[0], [1]], beam: 5, byPopularity: false });
  expect(await generated({ excluded: ['a'], excludeSeen: true })).toMatchObject({ items: 'cd', beam: 7 });
  expect(await generated({ history: [] })).toMatchObject({ items: 'ab', byPopularity: true });
});

test('filters, candidates, boosts and rules rank by the score of every item', async () => {
  const rule = { filter: { kind: 'x' }, min_share: 0.5, in_top: 2 };
  for (const [items, more] of [
    ['cd', { filters: { kind: 'x' } }],
    ['bd', { candidates: ['d', 'b'] }],
    ['cd', { boosts: [{ filter: { kind: 'x' }, weight: 4 }] }],
    ['ac', { rules: [rule] }],
  ] as const)
    expect(await generated(more as Partial<GenerateQuery>)).toMatchObject({ items, beam: undefined });
});
