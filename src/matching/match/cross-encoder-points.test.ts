import { afterEach, describe, expect, it } from 'vitest';
import { encoderId } from '../../engines/encoders/text-encoder.ts';
import {
  type CrossEncoderClient,
  createCrossEncoderClient,
} from '../ranking/cross-encoder/cross-encoder-client.ts';
import { randomCrossEncoder } from '../ranking/cross-encoder/testing/random-cross-encoder.ts';
import { domainPrior, stageModel } from '../ranking/models/model-catalog.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import type { CrossEncoding } from './cross-encoder-points.ts';
import { identity, type MatchWorld, miniDating, openMatchWorld, places } from './testing/match-world.ts';

const prior = domainPrior(miniDating);
const model: RankingModel = {
  ...prior,
  card: { ...prior.card, tier: 'tenant', version: 'tenant@1', encoder_id: encoderId(identity) },
  crossEncoder: randomCrossEncoder({
    fields: [
      { kind: 'number', name: 'age', knots: [20, 40] },
      { kind: 'distance', name: 'city', knots: [0, 100] },
      { kind: 'values', name: 'given_up_since', values: ['a'] },
    ],
    sentenceDimension: 4,
  }),
};

let world: MatchWorld;
let client: CrossEncoderClient | undefined;
afterEach(async () => {
  await world.close();
  await client?.close();
  client = undefined;
});

async function open(model: RankingModel, crossEncoding?: CrossEncoding, people = 3) {
  world = await openMatchWorld({
    models: { models: async () => [stageModel(model)] },
    ...(crossEncoding !== undefined && { crossEncoding }),
  });
  for (let n = 0; n < people; n++)
    await world.put(miniDating, `p${n}`, { fields: { age: 20 + (n % 30) }, at: places.lisbon });
  await world.put(miniDating, 'bare', {});
  await world.put(miniDating, 'me', { fields: { age: 30 }, at: places.porto });
  return (more: object = {}) => world.match({ user_id: 'me', explain: true, ...more });
}

const scoresOf = (result: Awaited<ReturnType<Awaited<ReturnType<typeof open>>>>) =>
  result.matches.map(({ user_id, score }) => ({ user_id, score }));

describe('a trained cross encoder in a match', () => {
  it('reads profiles without text, and all pairs of several batches', async () => {
    client = createCrossEncoderClient();
    const match = await open(model, { client }, 70);
    const result = await match({ limit: 100, stages: { cross_encoder: { top_k: 100 } } });
    expect(result.degraded).toEqual([]);
    expect(result.matches).toHaveLength(71);
    for (const { terms } of result.matches) expect(terms!.map(({ name }) => name)).toContain('cross_encoder');
  });

  it('reads all that the embedding stage passes, both ways in one request; top_k cuts afterwards', async () => {
    const requests: number[][] = [];
    // The points name the place of the pair in the request: 1, 2, 3 … thousandths.
    const counting: CrossEncoding = {
      client: {
        read: async (_encoder, blocks) => {
          const sizes = blocks.map(({ answers }) => answers!.shape[0]!);
          requests.push(sizes);
          const pairs = sizes.reduce((sum, size) => sum + size, 0);
          return Float32Array.from({ length: pairs }, (_, n) => (n + 1) / 1000);
        },
      },
    };
    const match = await open(model, counting, 75);
    const stages = { embedding: { top_k: 70 }, cross_encoder: { top_k: 40 } };
    const { trace, matches, pipeline_stats } = await match({ limit: 100, stages });
    expect(requests).toEqual([[64, 64, 12]]);
    expect(pipeline_stats).toMatchObject({ after_embedding: 70, after_cross_encoder: 40 });
    const entry = trace!.find(({ stage }) => stage === 'cross_encoder')!;
    expect(entry).toMatchObject({ in: 70, out: 40, dropped: { top_k: 30 } });
    const placeOf = (terms: (typeof matches)[0]['terms'], wanted: string) => {
      const term = terms!.find(({ name, direction }) => name === 'cross_encoder' && direction === wanted);
      return Math.round(term!.log_odds * 1000) - 1;
    };
    for (const { terms } of matches) {
      const forward = placeOf(terms, 'seeker_to_candidate');
      const half = forward < 128 ? 32 : 6;
      expect(forward % 64).toBeLessThan(half);
      expect(placeOf(terms, 'candidate_to_seeker')).toBe(forward + half);
    }
  });

  it('is left out if it fails, and the answer reports it', async () => {
    const failures: unknown[] = [];
    const broken = { ...model, crossEncoder: { ...model.crossEncoder!, model: Buffer.from('no model') } };
    client = createCrossEncoderClient();
    const match = await open(broken, { client, onFailure: (_tenant, error) => failures.push(error) });
    const result = await match();
    expect(result.degraded).toEqual([{ stage: 'cross_encoder', reason: 'failed' }]);
    expect(failures).toHaveLength(1);
    await world.close();
    const plain = await open({ ...model, crossEncoder: null });
    expect(scoresOf(result)).toEqual(scoresOf(await plain()));
  });

  it('ends with the time budget, and with a disconnected caller', async () => {
    const untilAborted = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const never: CrossEncoding = { client: { read: (_encoder, _batch, signal) => untilAborted(signal!) } };
    const match = await open(model, never);
    // After this match the threads of the index have started.
    await match({ stages: { cross_encoder: false } });
    expect((await match({ budget_ms: 1500 })).degraded[0]).toEqual({
      stage: 'cross_encoder',
      reason: 'budget',
    });
    const gone = AbortSignal.timeout(60);
    await expect(world.match({ user_id: 'me' }, { signal: gone })).rejects.toThrow(/timeout/);
  });

  it('is reported as missing if nothing is set up to run it', async () => {
    const match = await open(model);
    expect((await match()).degraded).toEqual([{ stage: 'cross_encoder', reason: 'not_set_up' }]);
  });

  it('is not run if it learned from sentences of another encoder', async () => {
    const refuses: CrossEncoding = { client: { read: () => Promise.reject(new Error('called')) } };
    const match = await open({ ...model, card: { ...model.card, encoder_id: 'another@1' } }, refuses);
    expect((await match()).degraded).toEqual([]);
  });
});
