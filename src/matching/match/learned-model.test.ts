import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asLogOdds, asProbability } from '../../contract/brands.ts';
import type { MatchResult } from '../../contract/match.ts';
import { Scorecard } from '../../domains/scorecard.ts';
import { encoderId } from '../../engines/encoders/text-encoder.ts';
import { logit } from '../../platform/numeric/logistic.ts';
import { dequantizeVector } from '../../platform/storage/quantized-vector.ts';
import { openCrossEncoder, readPairs } from '../ranking/cross-encoder/cross-encoder.ts';
import { createCrossEncoderClient } from '../ranking/cross-encoder/cross-encoder-client.ts';
import { pairTokenizer } from '../ranking/cross-encoder/pair-tokenizer.ts';
import { randomCrossEncoder } from '../ranking/cross-encoder/testing/random-cross-encoder.ts';
import {
  createPriorCatalog,
  domainPrior,
  type StageModel,
  stageModel,
} from '../ranking/models/model-catalog.ts';
import { personLinks } from '../ranking/neighbours/person-links.ts';
import { createPairReader, type PairSide } from '../ranking/pair-reader.ts';
import { personPositions } from '../ranking/person-effects.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import { personOfRow, sentencesOf, unit } from '../ranking/scoring/person.ts';
import { aggregate, probabilityOf } from '../ranking/scoring/probability.ts';
import { readingOf } from '../ranking/scoring/reading.ts';
import { hashOfWord } from '../ranking/scoring/split-words.ts';
import {
  identity,
  type MatchWorld,
  miniDating,
  openMatchWorld,
  places,
  TENANT,
  work,
} from './testing/match-world.ts';

const ENCODER = encoderId(identity);
const stages = ['light_ml', 'embedding', 'cross_encoder'] as const;

/** Terms that a fit finds by side. */
const bySide = Scorecard.parse({
  terms: [
    {
      name: 'found_difference_age_by_goal_1',
      compare: 'difference',
      field: 'age',
      signed: true,
      when: { me: { goal: ['long_term'] } },
      knots: [
        [-5, -0.4],
        [2, 0.7],
        [10, -0.3],
      ],
      reason: "With goal “long term”, age above one's own is preferred",
    },
    {
      name: 'found_difference_age_by_goal_2',
      compare: 'difference',
      field: 'age',
      signed: true,
      when: { me: { goal: ['casual'] } },
      knots: [
        [-5, 0.35],
        [5, -0.45],
      ],
    },
    {
      name: 'found_chosen_age_by_hobbies_not_1',
      compare: 'prior',
      other: 'age',
      unless: { me: { hobbies: ['chess'] } },
      knots: [
        [20, 0.15],
        [40, -0.35],
      ],
      missing: 0.05,
    },
  ],
}).terms;

function withTermsBySide(model: RankingModel): RankingModel {
  const { scorecard } = model.card;
  return {
    ...model,
    card: { ...model.card, scorecard: { ...scorecard, terms: [...scorecard.terms, ...bySide] } },
  };
}

function trained(definition: typeof miniDating): RankingModel {
  const prior = domainPrior(definition);
  const platt = (slope: number, offset: number) => ({ kind: 'platt' as const, slope, offset });
  const curves = { default: platt(0.8, 0.1), sides: { job: platt(1.5, -0.2) } };
  return {
    card: {
      ...prior.card,
      scorecard: { ...prior.card.scorecard, read_values: { from: 5, characters_a_value: 4 } },
      tier: 'tenant',
      version: `tenant-${definition.domain}@1`,
      encoder_id: ENCODER,
      calibration: { light_ml: curves, embedding: curves, cross_encoder: curves },
      aggregation: 'harmonic',
    },
    personEffects: {
      userIds: ['me', 'liked', 'later'],
      selectivity: Float32Array.of(-0.5, 0.25, 0.75),
      desirability: Float32Array.of(0.3, 1.25, -0.5),
      selectivityVariance: Float32Array.of(0.1, 0.2, 0.3),
      desirabilityVariance: Float32Array.of(0.2, 0.1, 0.1),
      unknown: { selectivity: 0.9, desirability: 0.7 },
      dimension: 2,
      taste: Float32Array.of(1, 0, 0, 1, 0.5, 0.5),
      appeal: Float32Array.of(0.5, 0.5, 0.75, -0.25, 1, 1),
      neighbours: {
        alike: personLinks([[{ column: 2, value: 0.5 }], [{ column: 2, value: 0.25 }], []]),
        chosen: personLinks([[], [], [0, 1].map((column) => ({ column, value: 0.75 }))]),
        weight: 0.5,
        unit: 0.25,
      },
    },
    projections: {
      rank: 1,
      dimension: 4,
      rater: Float32Array.of(0.5, 0, 0, 0.25),
      rated: Float32Array.of(0, 0.75, 0.5, 0),
    },
    crossEncoder: randomCrossEncoder({
      fields: [
        { kind: 'number', name: 'age', knots: [20, 29, 40] },
        { kind: 'values', name: 'goal', values: ['long_term', 'casual'] },
        { kind: 'distance', name: 'city', knots: [0, 50, 500] },
        { kind: 'values', name: 'hobbies', values: ['chess'] },
        { kind: 'values', name: 'side', values: ['talent', 'job'] },
      ],
      sentenceDimension: 4,
    }),
    words: { version: 'w1', texts: 80, words: 400, textsWith: new Map([[hashOfWord('chess'), 60]]) },
  };
}

const client = createCrossEncoderClient();
const models = new Map([
  ['mini-dating', withTermsBySide(trained(miniDating))],
  ['work', trained(work)],
]);
const priors = createPriorCatalog();
let world: MatchWorld;

beforeAll(async () => {
  world = await openMatchWorld({
    crossEncoding: { client },
    models: {
      async models(tenant, definition): Promise<readonly [StageModel, ...StageModel[]]> {
        const model = models.get(definition.domain)!;
        return [stageModel(model), ...(await priors.models(tenant, definition))];
      },
    },
  });
  const text = (vector: readonly number[], sentence: string) => ({
    vector,
    sentences: [{ text: sentence, vector }],
  });
  await world.put(miniDating, 'me', {
    fields: { age: 30, goal: 'long_term', about: 'I play chess.', hobbies: ['chess'] },
    at: places.lisbon,
    ...text([1, 0, 0, 0.5], 'I play chess.'),
  });
  await world.put(miniDating, 'liked', {
    fields: { age: 34, goal: 'long_term', about: 'Chess every Sunday.' },
    at: places.porto,
    ...text([0.5, 1, 0, 0], 'Chess every Sunday.'),
  });
  await world.put(miniDating, 'stranger', {
    fields: { age: 28, goal: 'casual', about: 'Waves.' },
    at: places.cascais,
    ...text([0, 1, 1, 0], 'Waves.'),
  });
  await world.put(miniDating, 'bare', { fields: { age: 31 } });
  await world.put(work, 'me', {
    fields: { side: 'talent', wants: 50, about: 'a' },
    ...text([1, 0, 0, 1], 'a'),
  });
  await world.put(work, 'liked', {
    fields: { side: 'job', pays: 60, about: 'b' },
    ...text([0, 1, 1, 0], 'b'),
  });
});
afterAll(async () => {
  await world.close();
  await client.close();
});

const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z');

/** A stored person as the training code reads it. */
async function sideOf(definition: typeof miniDating, userId: string): Promise<PairSide> {
  const model = models.get(definition.domain)!;
  const row = (await world.store.profiles.get(TENANT, definition.domain, userId))!;
  const vectors = await world.store.profiles.vectorsOf(TENANT, definition.domain, [userId], ENCODER);
  const vector = vectors.get(userId) ?? null;
  const sentences = sentencesOf(vector, ENCODER);
  const person = personOfRow(definition, row, sentences, readingOf(definition, row));
  const side = definition.sides === undefined ? undefined : person.value(definition.sides.field);
  return {
    person,
    vector: vector === null ? null : unit(dequantizeVector(vector.vector)),
    side: typeof side === 'string' ? side : null,
    position: personPositions(model.personEffects).get(userId) ?? -1,
  };
}

/** One pair at a time, on this thread. */
async function crossEncoded(
  { crossEncoder }: RankingModel,
  rater: PairSide,
  rated: PairSide,
): Promise<number> {
  const { person } = pairTokenizer(crossEncoder!.vocabulary);
  const { read, close } = await openCrossEncoder(crossEncoder!);
  const pair = [person(rater.person), person(rated.person)] as const;
  const [points] = await readPairs(crossEncoder!, [pair], read).finally(close);
  expect(Math.abs(points!)).toBeGreaterThan(1e-3);
  return points!;
}

async function expectedScores(definition: typeof miniDating, candidate: string) {
  const model = models.get(definition.domain)!;
  const reader = createPairReader(model, definition, NOW_MS);
  const [me, other] = [await sideOf(definition, 'me'), await sideOf(definition, candidate)];
  const [forward, backward] = [
    reader.logOdds(me, other, asLogOdds(await crossEncoded(model, me, other))),
    reader.logOdds(other, me, asLogOdds(await crossEncoded(model, other, me))),
  ];
  return Object.fromEntries(
    stages.map((stage) => [
      stage,
      {
        forward: probabilityOf(reader.calibrated(stage, forward[stage], me)),
        backward: probabilityOf(reader.calibrated(stage, backward[stage], other)),
      },
    ]),
  );
}

describe('a trained model', () => {
  it('scores by columns what learning scores pair by pair, at every stage, in both directions', async () => {
    for (const definition of [miniDating, work]) {
      const result: MatchResult = await world.match({
        user_id: 'me',
        domain: definition.domain,
        explain: true,
      });
      expect(result.models_used.light_ml).toEqual({
        tier: 'tenant',
        version: `tenant-${definition.domain}@1`,
        calibrated: false,
      });
      expect(result.matches.length).toBeGreaterThan(0);
      const readLess = result.matches.some(({ terms }) => terms!.some(({ name }) => name === 'read_values'));
      expect(readLess).toBe(definition === miniDating);
      for (const { user_id, mutual, stage_scores, score } of result.matches) {
        const expected = await expectedScores(definition, user_id);
        const last = expected.cross_encoder!;
        expect(mutual!.seeker_to_candidate).toBeCloseTo(last.forward, 5);
        expect(mutual!.candidate_to_seeker).toBeCloseTo(last.backward, 5);
        expect(score).toBe(
          aggregate(
            'harmonic',
            asProbability(mutual!.seeker_to_candidate),
            asProbability(mutual!.candidate_to_seeker),
          ),
        );
        for (const stage of stages) {
          const { forward, backward } = expected[stage]!;
          expect(stage_scores![stage]).toBeCloseTo(aggregate('harmonic', forward, backward), 5);
        }
      }
    }
  });

  it('is explained by terms that add up to the calibrated log-odds, whatever stages are on', async () => {
    for (let mask = 1; mask < 8; mask++) {
      const on = Object.fromEntries(stages.map((stage, bit) => [stage, (mask & (1 << bit)) !== 0]));
      const result = await world.match({ user_id: 'me', stages: on, explain: true });
      for (const { terms, mutual } of result.matches) {
        const sum = (direction: string) =>
          terms!
            .filter((term) => term.direction === direction || term.direction === 'both')
            .reduce((total, { log_odds }) => total + log_odds, 0);
        expect(sum('seeker_to_candidate')).toBeCloseTo(logit(mutual!.seeker_to_candidate), 9);
        expect(sum('candidate_to_seeker')).toBeCloseTo(logit(mutual!.candidate_to_seeker), 9);
      }
    }
  });

  it('has the same scores, to the bit, whether light_ml summed its terms and effects or not', async () => {
    const asked = { user_id: 'me', explain: true, record: false };
    const shared = await world.match(asked);
    for (const light_ml of [{ model: 'domain' as const }, false]) {
      const computed = await world.match({ ...asked, stages: { light_ml } });
      const scores = ({ matches }: MatchResult) =>
        Object.fromEntries(matches.map(({ user_id, score, mutual }) => [user_id, { score, mutual }]));
      expect(scores(computed)).toEqual(scores(shared));
    }
  });

  it('has its learned points weighted, and nothing else', async () => {
    const model = models.get('mini-dating')!;
    const weights = { goal: 2, distance: 0 };
    const asked = { user_id: 'me', explain: true, record: false };
    const weighted = await world.match({ ...asked, weights });
    const terms = model.card.scorecard.terms.map((term) => ({
      ...term,
      weight: term.weight * ((weights as Record<string, number>)[term.name] ?? 1),
    }));
    const scorecard = { ...model.card.scorecard, terms };
    models.set('mini-dating', { ...model, card: { ...model.card, scorecard } });
    const expected = await world.match(asked);
    models.set('mini-dating', model);
    expect(weighted.matches).toEqual(expected.matches);
    expect(weighted.models_used).toEqual(expected.models_used);
    expect(weighted.matches).not.toEqual((await world.match(asked)).matches);
  });

  it('has the terms of the group of each side, with their reason', async () => {
    const { matches } = await world.match({ user_id: 'me', explain: true });
    const stranger = matches.find(({ user_id }) => user_id === 'stranger')!;
    const found = stranger.terms!.filter(({ name }) => name.startsWith('found_'));
    expect(found.map(({ name, direction }) => [name, direction]).sort()).toEqual([
      ['found_chosen_age_by_hobbies_not_1', 'candidate_to_seeker'],
      ['found_difference_age_by_goal_1', 'seeker_to_candidate'],
      ['found_difference_age_by_goal_2', 'candidate_to_seeker'],
    ]);
    const liked = matches.find(({ user_id }) => user_id === 'liked')!;
    expect(liked.terms).toContainEqual({
      name: 'found_difference_age_by_goal_1',
      direction: 'seeker_to_candidate',
      log_odds: expect.closeTo(0.45, 9),
      reason: "With goal “long term”, age above one's own is preferred",
    });
  });

  it('has a sentence for desirability and for neighbours, and none for what is not known of a stranger', async () => {
    const { matches } = await world.match({ user_id: 'me', explain: true });
    const liked = matches.find(({ user_id }) => user_id === 'liked')!;
    expect(liked.reasons).toContain('They are often chosen by others');
    const ofNeighbours = liked.terms!.find(
      ({ name, direction }) => name === 'neighbours' && direction === 'seeker_to_candidate',
    );
    expect(ofNeighbours?.reason).toBe('Chosen by people who chose the same as you');
    expect(liked.terms!.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'selectivity',
        'desirability',
        'affinity',
        'neighbours',
        'cross_encoder',
        'calibration',
      ]),
    );
    const stranger = matches.find(({ user_id }) => user_id === 'stranger')!;
    expect(stranger.reasons!.join()).not.toContain('chosen');
  });

  it('follows users that are added, erased and added again after it was deployed', async () => {
    const desirability = async (userId: string) => {
      const { matches } = await world.match({ user_id: 'me', explain: true });
      const match = matches.find(({ user_id }) => user_id === userId);
      return match?.terms?.find(
        ({ name, direction }) => name === 'desirability' && direction === 'seeker_to_candidate',
      )?.log_odds;
    };
    expect(await desirability('later')).toBeUndefined();
    for (let time = 0; time < 2; time++) {
      await world.put(miniDating, 'later', { fields: { age: 30 } });
      expect(await desirability('later')).toBe(-0.5);
      expect(await desirability('liked')).toBe(1.25);
      await world.store.profiles.erase(TENANT, 'later', null);
      expect(await desirability('later')).toBeUndefined();
    }
  });

  it('leaves projections of another encoder alone', async () => {
    const model = models.get('mini-dating')!;
    models.set('mini-dating', { ...model, card: { ...model.card, encoder_id: 'another@1' } });
    const { matches } = await world.match({ user_id: 'me', explain: true });
    models.set('mini-dating', model);
    for (const { terms } of matches) {
      const similarities = terms!.filter(({ name }) => name === 'text_similarity');
      expect(similarities.every(({ direction }) => direction === 'both')).toBe(true);
    }
    const again = await world.match({ user_id: 'me', explain: true });
    const directions = again.matches.flatMap(({ terms }) =>
      terms!.filter(({ name }) => name === 'text_similarity').map(({ direction }) => direction),
    );
    expect(directions).toContain('candidate_to_seeker');
  });
});
