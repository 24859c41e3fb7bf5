/** Items of which a model knows nothing have no score, and no place in an answer. */
import { describe, expect, test } from 'vitest';
import { type OpenModel, UNKNOWN_SCORE } from '../models/architecture.ts';
import { answerPredictions } from './answer-predictions.ts';
import type { NamedModel } from './named-model.ts';

/** Items 1 and 3 are unknown. */
const scores = [2, UNKNOWN_SCORE, -5, UNKNOWN_SCORE, 0.5];
const ids = ['a', 'b', 'c', 'd', 'e'];
const all = Uint32Array.from(ids.keys());
const some = (items: Uint32Array) => Float32Array.from(items, (item) => scores[item]!);
const score = async () => Float32Array.from(scores);

const models: Readonly<Record<string, Partial<OpenModel>>> = {
  'that scores everything': { score },
  'that scores candidates': { score, scoreCandidates: async (_, items) => some(items) },
  'with a shortlist': {
    score,
    scoreShortlist: async (_, { among }) => ({ items: among ?? all, scores: some(among ?? all) }),
  },
};

async function predicted(model: Partial<OpenModel>, resolved: object = {}, query: object = {}) {
  const itemVectors = Float32Array.from({ length: 10 }, (_, at) => at % 3);
  const named = {
    model: { itemVectors, embeddingDimensions: 2, ...model },
    names: { ids, byteRank: all },
  } as unknown as NamedModel;
  const nothing = { times: undefined, candidates: null, excluded: new Set(), mask: null, boosts: [] };
  const asked = {
    query: { kind: 'predict', limit: 20, ...query },
    resolved: { history: Uint32Array.of(0), ...nothing, ignored: [], historyTruncated: false, ...resolved },
  };
  const [answer] = await answerPredictions(named, [asked as never]);
  return answer!.items.map((item) => [item.itemId, item.score]);
}

describe.each(Object.entries(models))('a model %s', (_, model) => {
  test('ranks only items that it knows', async () => {
    const known = [
      ['a', 2],
      ['e', 0.5],
      ['c', -5],
    ];
    expect(await predicted(model)).toEqual(known);
    expect(await predicted(model, {}, { limit: 2 })).toEqual(known.slice(0, 2));
  });

  test('leaves out candidates that it does not know', async () => {
    expect(await predicted(model, { candidates: Uint32Array.of(3, 2, 1) })).toEqual([['c', -5]]);
    expect(await predicted(model, { candidates: Uint32Array.of(3, 1) })).toEqual([]);
  });

  test('gives them no score by a boost', async () => {
    const boosts = [{ mask: Uint8Array.of(0, 1, 1, 1, 0), weight: 100 }];
    expect(await predicted(model, { boosts })).toEqual([
      ['c', 95],
      ['a', 2],
      ['e', 0.5],
    ]);
  });

  test('chooses a diverse answer among known items', async () => {
    for (const candidates of [null, all]) {
      const items = await predicted(model, { candidates }, { diversity: 0.5, limit: 5 });
      expect(items.map(([id]) => id).sort()).toEqual(['a', 'c', 'e']);
    }
    expect(await predicted(model, { candidates: Uint32Array.of(1) }, { diversity: 0.5 })).toEqual([]);
  });
});
