import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sigmoid } from '../../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { domainPrior } from '../../../ranking/models/model-catalog.ts';
import type { RankingModel } from '../../../ranking/ranking-model.ts';
import type { TrainingSet } from '../../training-set.ts';
import { fitRankingModel } from '../fit-ranking-model.ts';
import { meeting, tripletsOf, twoSidedWorld } from '../testing/two-sided-world.ts';
import { chooseDecisionWeights, type PartsOfDecision } from './choose-decision-weights.ts';
import { decisionWeightsOf, figuresOfDecisions } from './decision-weights.ts';
import { personStateNames, personStates } from './person-states.ts';

const DAY_MS = 86_400_000;
const decision = fc.record({
  seeker: fc.nat(4),
  candidate: fc.nat(4),
  day: fc.nat(60),
  label: fc.nat(1),
});
const pairsOf = (rows: readonly { seeker: number; candidate: number; day: number; label: number }[]) => ({
  people: ['a', 'b', 'c', 'd', 'e'],
  seekers: Uint32Array.from(rows, ({ seeker }) => seeker),
  candidates: Uint32Array.from(rows, ({ candidate }) => candidate),
  labels: Uint8Array.from(rows, ({ label }) => label),
  weights: new Float64Array(rows.length).fill(1),
  atMs: Float64Array.from(rows, ({ day }) => day * DAY_MS),
});

it('a state reads no decision of its moment or later', () =>
  fc.assert(
    fc.property(fc.array(decision, { maxLength: 40 }), fc.nat(60), (rows, day) => {
      const before = rows.filter((row) => row.day < day);
      const [all, known] = [personStates(pairsOf(rows)), personStates(pairsOf(before))];
      for (let person = 0; person < 5; person++)
        expect(all(person, day * DAY_MS)).toEqual(known(person, day * DAY_MS));
    }),
  ));

it('a state counts what a person gave and got', () => {
  const rows = [
    { seeker: 0, candidate: 1, day: 1, label: 1 },
    { seeker: 0, candidate: 2, day: 2, label: 0 },
    { seeker: 1, candidate: 0, day: 3, label: 1 },
  ];
  const stateOf = personStates(pairsOf(rows));
  const named = (person: number, day: number) =>
    Object.fromEntries(personStateNames.map((name, at) => [name, stateOf(person, day * DAY_MS)[at]!]));
  expect(named(0, 9)).toMatchObject({
    log_given: Math.log(3),
    yes_given: 0,
    log_got: Math.log(2),
    yes_got: Math.log(2),
    decided_7_days_ago: 1,
  });
  expect(named(0, 2).log_given).toBe(Math.log(2));
  expect([...stateOf(3, 9 * DAY_MS)].every((value) => value === 0)).toBe(true);
});

/** Later decisions of a world in which the first part says too much and the others nothing. */
function laterDecisions(count: number, seed: number) {
  const random = new SeededRandom(seed);
  const parts: PartsOfDecision[] = Array.from({ length: count }, () => ({
    profile: 2 * random.normal(),
    selectivity: random.normal(),
    desirability: random.normal(),
    affinity: 0,
  }));
  const people = 60;
  return {
    parts,
    later: Uint32Array.from(parts.keys()),
    seed,
    pairs: {
      people: Array.from({ length: people }, (_, n) => `p${n}`),
      seekers: Uint32Array.from(parts, () => random.below(people)),
      candidates: Uint32Array.from(parts, () => random.below(people)),
      labels: Uint8Array.from(parts, ({ profile, selectivity, desirability }) =>
        Number(random.uniform() < sigmoid(0.3 * profile + selectivity + desirability)),
      ),
      weights: new Float64Array(count).fill(1),
      atMs: Float64Array.from(parts, (_, n) => n * DAY_MS),
    },
  };
}

it('a part that says too much is weighed down, the others are not', () => {
  const { weights, reason } = chooseDecisionWeights(laterDecisions(1500, 3));
  expect(reason).toMatch(/^factors kept/);
  expect(weights!.profile).toBeLessThan(0.5);
  expect(weights!.selectivity).toBeGreaterThan(0.75);
  expect(weights!.desirability).toBeGreaterThan(0.75);
  expect(weights!.rater.every((value) => Math.abs(value) < 1e-3)).toBe(true);
  expect(decisionWeightsOf(figuresOfDecisions(weights!))).toEqual({ ...weights!, affinity: undefined });
});

it('few decisions weigh nothing', () => {
  expect(chooseDecisionWeights(laterDecisions(199, 3)).weights).toBeNull();
});

/** A seeker who decided within the last day says yes less readily, by `tiring` log-odds. */
function tiringWorld(tiring: number): TrainingSet {
  const { set, logOdds } = twoSidedWorld({ people: 60, pairs: 990, seed: 5 });
  const random = new SeededRandom(6);
  const latest = new Map<number, number>();
  const labels = Uint8Array.from(set.outcomes.seekers, (seeker, n) => {
    const at = set.outcomes.atMs[n]!;
    const tired = at - (latest.get(seeker) ?? 0) < DAY_MS;
    latest.set(seeker, at);
    return Number(random.uniform() < sigmoid(logOdds[n]! - (tired ? tiring : 0)));
  });
  const outcomes = { ...set.outcomes, labels };
  return { ...set, outcomes, triplets: tripletsOf(outcomes) };
}

it('states are kept where decisions depend on them, and only there', async () => {
  const train = (set: TrainingSet, like?: RankingModel) =>
    fitRankingModel(set, {
      rows: Uint32Array.from(set.outcomes.labels.keys()),
      base: domainPrior(meeting),
      version: 'tenant-meeting@1',
      seed: 1,
      like,
    });
  const set = tiringWorld(2);
  const tiring = await train(set);
  const { reason, figures } = tiring.card.parts.decisions!;
  expect(reason).toMatch(/^states kept/);
  expect(figures['rater_decided_0.05_days_ago']!).toBeLessThan(figures.rater_decided_7_days_ago! - 0.3);
  const plain = await train(tiringWorld(0));
  expect(plain.card.parts.decisions!.reason).not.toMatch(/^states kept/);
  const again = await train(set, tiring);
  expect([...again.personEffects.selectivity]).toEqual([...tiring.personEffects.selectivity]);
});
