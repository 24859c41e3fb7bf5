import { expect, it } from 'vitest';
import { tenantId } from '../../../../contract/brands.ts';
import { DomainDefinition } from '../../../../domains/definition.ts';
import { scorecardFaults } from '../../../../domains/scorecard-check.ts';
import { shippedDomains } from '../../../../domains/shipped-domains.ts';
import { sigmoid } from '../../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { plainRow } from '../../../../platform/storage/testing/plain-row.ts';
import { domainPrior } from '../../../ranking/models/model-catalog.ts';
import { describeTerms } from '../../runs/describe-terms.ts';
import type { TrainingSet } from '../../training-set.ts';
import { fitRankingModel } from '../fit-ranking-model.ts';
import { scorePairs } from '../score-pairs.ts';
import { tripletsOf } from '../testing/two-sided-world.ts';
import { FOUND, termsToTry } from './terms-to-try.ts';

/** Nothing is declared but fields. */
const sports = DomainDefinition.parse({
  domain: 'sports',
  version: 1,
  title: 'Sports partners',
  reciprocal: 'product',
  candidates: 'any',
  fields: [
    { name: 'level', kind: 'hard', type: 'integer' },
    { name: 'sport', kind: 'hard', type: 'enum', values: ['tennis', 'chess', 'running'] },
    { name: 'car', kind: 'hard', type: 'boolean' },
    { name: 'noise', kind: 'hard', type: 'number' },
    { name: 'colour', kind: 'hard', type: 'enum', values: ['red', 'green', 'blue'] },
  ],
  scorecard: { intercept: 0, terms: [] },
});

/**
 * People choose others a little better than they are, and tennis players choose runners. Noise and colour do
 * not matter. `strength`: strength of these rules. `bySide`: people with a car choose noise, others choose
 * quiet.
 */
function sportsWorld(seed: number, strength: number, bySide = 0): TrainingSet {
  const random = new SeededRandom(seed);
  const people = 150;
  const values = Array.from({ length: people }, () => ({
    level: random.below(10),
    sport: random.pick(['tennis', 'chess', 'running']),
    car: random.uniform() < 0.5,
    noise: random.uniform(),
    colour: random.pick(['red', 'green', 'blue']),
  }));
  const popular = Float64Array.from(values, () => 0.8 * random.normal());
  const rows = Array.from({ length: 1900 }, () => {
    const [a, b] = [random.below(people), random.below(people)];
    const better = values[b]!.level - values[a]!.level;
    const suits = values[a]!.sport === 'tennis' && values[b]!.sport === 'running';
    const rules = (better > 0 && better < 5 ? 1 : -1) + (suits ? 2 : 0);
    const noisy = (values[a]!.car ? 1 : -1) * (values[b]!.noise - values[a]!.noise);
    const logOdds = strength * rules + bySide * noisy + popular[b]!;
    return { a, b, yes: Number(random.uniform() < sigmoid(logOdds)) };
  }).filter(({ a, b }) => a !== b);
  const at = new Date(0).toISOString();
  const tenant = tenantId('ten_sports');
  const outcomes = {
    people: values.map((_, n) => `p${n}`),
    seekers: Uint32Array.from(rows, ({ a }) => a),
    candidates: Uint32Array.from(rows, ({ b }) => b),
    labels: Uint8Array.from(rows, ({ yes }) => yes),
    weights: new Float64Array(rows.length).fill(1),
    atMs: Float64Array.from(rows, (_, n) => n * 60_000),
  };
  return {
    tier: 'tenant',
    tenants: [tenant],
    definition: sports,
    encoderId: 'none@1',
    frozenAtMs: rows.length * 60_000,
    people: values.map((own, n) => ({
      tenantId: tenant,
      userId: `p${n}`,
      row: plainRow(tenant, sports, `p${n}`, own, at),
      profileVector: null,
    })),
    outcomes,
    outcomeLabels: new Uint16Array(rows.length),
    labelNames: ['accepted'],
    triplets: tripletsOf(outcomes),
    shown: {
      people: outcomes.people,
      seekers: new Uint32Array(),
      candidates: new Uint32Array(),
      positions: new Uint16Array(),
      atMs: new Float64Array(),
      slates: new Int32Array(),
    },
  };
}

const train = (set: TrainingSet) =>
  fitRankingModel(set, {
    rows: Uint32Array.from(set.outcomes.labels.keys()),
    base: domainPrior(sports),
    version: 'tenant-sports@1',
    seed: 1,
  });

it('finds the rules that nobody declared, and no others', async () => {
  const set = sportsWorld(1, 1);
  const model = await train(set);
  const names = model.card.scorecard.terms.map(({ name }) => name);
  expect(names).toContain('found_difference_level');
  expect(names).toContain('found_table_sport');
  expect(names.filter((name) => name.includes('noise') || name.includes('colour'))).toEqual([]);
  expect(model.card.parts.found_terms!.reason).toContain('who has more level');
  expect(scorecardFaults(model.card.scorecard, sports.fields)).toEqual([]);
  const again = await fitRankingModel(set, {
    rows: Uint32Array.from(set.outcomes.labels.keys()),
    base: domainPrior(sports),
    version: 'tenant-sports@1',
    seed: 1,
    like: model,
  });
  expect(again.card.scorecard).toEqual(model.card.scorecard);
  const pairs = { ...set.outcomes };
  expect(await scorePairs(again, set).score(pairs)).toEqual(await scorePairs(model, set).score(pairs));
});

it('finds a rule that turns around with the seeker, and says it in words', async () => {
  const set = sportsWorld(2, 0, 3);
  const model = await train(set);
  const { terms } = model.card.scorecard;
  const found = terms.filter(({ when }) => when !== undefined);
  expect(found.map(({ name }) => name)).toEqual([
    'found_difference_noise_by_car_1',
    'found_difference_noise_by_car_2',
  ]);
  expect(found[0]!.reason).toMatch(/^With car “yes”, noise at least .* above one's own is preferred$/);
  expect(found[1]!.reason).toMatch(/^With car “no”, noise at most .* below one's own is preferred$/);
  expect(model.card.parts.found_terms!.reason).toContain('who has more noise, by car');
  const described = describeTerms(sports, model)!;
  expect(described.find(({ name }) => name === found[0]!.name)!.words).toBe(found[0]!.reason);
  expect(scorecardFaults(model.card.scorecard, sports.fields)).toEqual([]);
});

it('finds next to nothing where there are no rules', async () => {
  let found = 0;
  for (let seed = 11; seed < 15; seed++) {
    const { terms } = (await train(sportsWorld(seed, 0))).card.scorecard;
    found += terms.filter(({ name }) => name.startsWith(FOUND)).length;
  }
  // Some sixty terms are tried in each of four worlds.
  expect(found).toBeLessThanOrEqual(2);
});

it('makes valid terms of every shipped domain, none that is declared already', () => {
  for (const definition of shippedDomains()) {
    const scorecard = definition.scorecard!;
    const person = {
      value: () => undefined,
      has: () => false,
      place: () => undefined,
      text: () => undefined,
      sentences: [],
      updatedAtMs: 0,
    };
    const terms = termsToTry(definition, scorecard, [person, person]);
    const whole = { ...scorecard, terms: [...scorecard.terms, ...terms].slice(0, 200) };
    expect(scorecardFaults(whole, definition.fields)).toEqual([]);
    const names = whole.terms.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(termsToTry(definition, { ...scorecard, terms: [...whole.terms] }, [person])).toEqual([]);
  }
});
