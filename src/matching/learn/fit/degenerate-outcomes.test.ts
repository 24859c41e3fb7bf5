/**
 * Outcomes and people with little or no information still give a model, and the model scores every person.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FieldValues } from '../../../domains/field.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { domainPrior, generalPrior } from '../../ranking/models/model-catalog.ts';
import { encodeRankingModel, type RankingModel } from '../../ranking/ranking-model.ts';
import { unit } from '../../ranking/scoring/person.ts';
import { createPairSides } from '../evaluate/split-outcomes.ts';
import { trainAndValidate } from '../runs/train-and-validate.ts';
import { relativeWeights } from '../set/relative-weights.ts';
import type { TrainingSet } from '../training-set.ts';
import { fitRankingModel } from './fit-ranking-model.ts';
import { fitGeneral } from './general/fit-general.ts';
import { scorePairs } from './score-pairs.ts';
import { FROZEN_AT_MS, meeting, trainingSetOf, tripletsOf } from './testing/two-sided-world.ts';

const base = domainPrior(meeting);
const DIMENSION = 8;

const fieldKinds = ['none', 'equal', 'random', 'some', 'huge'] as const;
const textKinds = ['none', 'equal', 'two', 'nearly equal', 'random', 'some'] as const;
const labelKinds = {
  chosen: () => 1,
  refused: () => 0,
  either: (random: SeededRandom) => Number(random.uniform() < 0.5),
  seldom: (random: SeededRandom) => Number(random.uniform() < 0.03),
};
const weightKinds = {
  one: [1],
  odd: [0.3, 0.7, 1.1],
  tiny: [1e-12],
  least: [Number.MIN_VALUE],
  nothing: [0],
  extreme: [200, 1, 1e-12, 1e-300, Number.MIN_VALUE, 0],
};

interface World {
  readonly fields: (typeof fieldKinds)[number];
  readonly texts: (typeof textKinds)[number];
  readonly labels: keyof typeof labelKinds;
  readonly weights: keyof typeof weightKinds;
  readonly seekers: number;
  readonly candidates: number;
  readonly outcomes: number;
  readonly mirrored: boolean;
  readonly oneMoment: boolean;
  readonly years: number;
  readonly seed: number;
}

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];
const worlds: fc.Arbitrary<World> = fc.record({
  fields: fc.constantFrom(...fieldKinds),
  texts: fc.constantFrom(...textKinds),
  labels: fc.constantFrom(...keysOf(labelKinds)),
  weights: fc.constantFrom(...keysOf(weightKinds)),
  seekers: fc.constantFrom(1, 2, 30),
  candidates: fc.constantFrom(1, 2, 30),
  outcomes: fc.constantFrom(1, 2, 30, 300),
  mirrored: fc.boolean(),
  oneMoment: fc.boolean(),
  years: fc.constantFrom(0, 50),
  seed: fc.nat(),
});

function setOf(world: World): TrainingSet {
  const random = new SeededRandom(world.seed);
  const pick = <T>(list: readonly T[]) => random.pick(list);
  const P = world.seekers + world.candidates;
  const vector = () => unit(Float32Array.from({ length: DIMENSION }, () => random.normal()));
  const [first, second] = [vector(), vector()];
  const texts = {
    none: () => null,
    equal: () => first,
    two: () => pick([first, second]),
    'nearly equal': () => first.map((value) => value + 1e-7 * random.normal()),
    random: vector,
    some: () => (random.uniform() < 0.3 ? vector() : null),
  };
  const values = (): FieldValues => ({
    age: 20 + random.below(40),
    pet: pick(['cat', 'dog', 'none']),
    noise: random.uniform(),
  });
  const fields = {
    none: () => ({}),
    equal: () => ({ age: 30, pet: 'cat', noise: 0.5 }),
    random: values,
    some: () => (random.uniform() < 0.3 ? values() : {}),
    huge: () => ({ ...values(), age: pick([0, 1e308, -1e308]), noise: pick([5e-324, 1e308]) }),
  };
  const decided = new Map<string, readonly [seeker: number, candidate: number]>();
  for (let n = 0; n < world.outcomes; n++) {
    const [a, b] = [random.below(world.seekers), world.seekers + random.below(world.candidates)];
    decided.set(`${a} ${b}`, [a, b]);
    if (world.mirrored) decided.set(`${b} ${a}`, [b, a]);
  }
  const pairs = [...decided.values()];
  const age = (n: number) => (world.oneMoment ? 0 : (pairs.length - n) * 3_600_000);
  const outcomes = {
    people: Array.from({ length: P }, (_, n) => `p${n}`),
    seekers: Uint32Array.from(pairs, ([seeker]) => seeker),
    candidates: Uint32Array.from(pairs, ([, candidate]) => candidate),
    labels: Uint8Array.from(pairs, () => labelKinds[world.labels](random)),
    weights: relativeWeights(pairs.map(() => pick(weightKinds[world.weights]))),
    atMs: Float64Array.from(pairs, (_, n) => FROZEN_AT_MS - world.years * 365 * 86_400_000 - age(n)),
  };
  const people = outcomes.people.map(() => ({
    values: fields[world.fields](),
    vector: texts[world.texts](),
  }));
  const triplets = tripletsOf(outcomes);
  const weights = relativeWeights(Array.from(triplets.weights, () => pick(weightKinds[world.weights])));
  return { ...trainingSetOf(people, outcomes), triplets: { ...triplets, weights } };
}

async function expectFinite(model: RankingModel, set: TrainingSet): Promise<void> {
  const numbers = [...set.people.keys()];
  const scores = await scorePairs(model, set).score({
    people: set.outcomes.people,
    seekers: Uint32Array.from(numbers.flatMap((a) => numbers.map(() => a))),
    candidates: Uint32Array.from(numbers.flatMap(() => numbers)),
  });
  expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
}

const all = (set: TrainingSet) => Uint32Array.from(set.outcomes.seekers.keys());

test('any outcomes give a model that can be stored and has finite scores', () =>
  fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const set = setOf(world);
      const model = await fitRankingModel(set, { rows: all(set), base, version: 'x', seed: world.seed });
      encodeRankingModel(model);
      await expectFinite(model, set);
    }),
    { numRuns: 60 },
  ));

test('any outcomes give models of the general tier with finite scores', () =>
  fc.assert(
    fc.asyncProperty(fc.array(worlds, { minLength: 1, maxLength: 2 }), async (several) => {
      const sets = several.map(setOf);
      const models = await fitGeneral(
        sets.map((set) => ({ set, rows: all(set), base: generalPrior(meeting) })),
        { version: 'x', seed: 1, trainedAt: new Date(FROZEN_AT_MS).toISOString() },
      );
      for (const [at, model] of models.entries()) {
        encodeRankingModel(model);
        await expectFinite(model, sets[at]!);
      }
    }),
    { numRuns: 60 },
  ));

test('any outcomes are validated, and the verdict has no undefined figures', () =>
  fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const set = setOf(world);
      const trained = await trainAndValidate(
        { fitRankingModel, scorePairs },
        {
          set,
          models: { serving: base, base, prior: base, servingIsPrior: true },
          isHeldOut: createPairSides(Buffer.from('degenerate')),
          version: 'x',
          seed: world.seed,
          signal: new AbortController().signal,
          onFit: () => {},
          onEvaluate: () => {},
        },
      );
      expect(trained.reason).toMatch(/^[A-Z0-9].{20,}\.$/);
      expect(trained.reason).not.toMatch(/NaN|Infinity|undefined|null/);
    }),
    { numRuns: 60 },
  ));
