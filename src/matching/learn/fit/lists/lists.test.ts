import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { domainPrior } from '../../../ranking/models/model-catalog.ts';
import { createPairReader } from '../../../ranking/pair-reader.ts';
import { noPersonEffects } from '../../../ranking/person-effects.ts';
import { popularityScorer } from '../../evaluate/popularity-scorers.ts';
import { fitPeople } from '../fit-people.ts';
import { fitRankingModel } from '../fit-ranking-model.ts';
import { neighbourReport } from '../neighbours/neighbour-report.ts';
import { scaledScorecard } from '../part-weights.ts';
import { pairSides, scorePairs } from '../score-pairs.ts';
import { choiceWorld } from '../testing/choice-world.ts';
import { meeting, twoSidedWorld } from '../testing/two-sided-world.ts';
import { candidateStates, stateNames } from './candidate-state.ts';
import { fitConditionalLogit } from './fit-conditional-logit.ts';
import { laterChoices } from './later-choices.ts';
import { figuresOfLists, listWeightsOf } from './list-weights.ts';

const base = domainPrior(meeting);
const moments = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60 });
const choices = (days: readonly number[]) => ({
  candidates: Uint32Array.from(days, (_, n) => n % 7),
  atMs: Float64Array.from(days, (day) => day * 86_400_000),
});

it('a state reads no choice after its moment', () =>
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 40 }), (days, day) => {
      const nowMs = day * 86_400_000;
      const all = choices(days);
      const before = Uint32Array.from(days.keys()).filter((n) => days[n]! < day);
      const known = {
        candidates: before.map((n) => all.candidates[n]!),
        atMs: Float64Array.from(before, (n) => all.atMs[n]!),
      };
      const [stateOfAll, stateOfKnown] = [candidateStates(all), candidateStates(known)];
      for (let candidate = 0; candidate < 7; candidate++) {
        const state = stateOfAll(candidate, nowMs);
        expect(state).toEqual(stateOfKnown(candidate, nowMs));
        if (state === null) continue;
        const shares = state.subarray(stateNames.findIndex((name) => name.startsWith('last_choice')));
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
      }
    }),
  ));

it('choices of one moment are on one side, and later ones never before earlier ones', () =>
  fc.assert(
    fc.property(moments, (days) => {
      const { candidates, atMs } = choices(days);
      const ones = new Uint8Array(days.length).fill(1);
      const pairs = {
        people: [],
        seekers: new Uint32Array(days.length),
        candidates,
        labels: ones,
        weights: new Float64Array(ones),
        atMs,
      };
      const { earlier, later, nowMs } = laterChoices(pairs, 0.3);
      for (const n of later) expect(atMs[n]).toBeGreaterThanOrEqual(nowMs);
      for (const n of earlier) expect(atMs[n]).toBeLessThan(nowMs);
      const known = new Set(Array.from(earlier, (n) => candidates[n]));
      for (const n of later) expect(known).toContain(candidates[n]);
    }),
  ));

it('a conditional logit finds the weights by which lists were chosen, and no level', () => {
  const random = new SeededRandom(3);
  const truth = [1.5, -0.7, 0];
  const [lists, size, width] = [4000, 8, 3];
  const x = Float64Array.from({ length: lists * size * width }, () => random.normal());
  for (let list = 0; list < lists; list++) {
    const rows = Array.from({ length: size }, (_, m) =>
      x.slice((list * size + m) * width, (list * size + m + 1) * width),
    );
    // The greatest of score + Gumbel noise is chosen with the probabilities of the model.
    const noisy = rows.map(
      (row) =>
        row.reduce((sum, value, d) => sum + value * truth[d]!, 0) - Math.log(-Math.log(random.uniform())),
    );
    const chosen = noisy.indexOf(Math.max(...noisy));
    [rows[0], rows[chosen]] = [rows[chosen]!, rows[0]!];
    rows.forEach((row, m) => {
      x.set(row, (list * size + m) * width);
    });
  }
  const found = fitConditionalLogit({ lists, size, width, x }, 1);
  truth.forEach((weight, d) => {
    expect(Math.abs(found[d]! - weight)).toBeLessThan(0.1);
  });
  const level = fitConditionalLogit(
    { lists, size, width, x: x.map((value, n) => (n % width === 2 ? 1 : value)) },
    1,
  );
  expect(level[2]).toBeCloseTo(0, 6);
});

it('weights survive as figures of a card', () => {
  const weights = {
    profile: 0.4,
    state: stateNames.map((_, at) => at / 7),
  };
  expect(listWeightsOf(figuresOfLists(weights))).toEqual(weights);
  expect(listWeightsOf({ profile: 1 })).toBeNull();
});

it('a scaled scorecard scales the log-odds of every pair', () => {
  const { set } = twoSidedWorld({ people: 30, pairs: 30, seed: 2, texts: true });
  const sides = pairSides(base, set.outcomes.people, fitPeople(set));
  const readerOf = (scorecard: typeof base.card.scorecard) =>
    createPairReader(
      { ...base, card: { ...base.card, scorecard }, personEffects: noPersonEffects },
      meeting,
      set.frozenAtMs,
    );
  const [plain, scaled] = [
    readerOf(base.card.scorecard),
    readerOf(scaledScorecard(base.card.scorecard, 0.25)),
  ];
  for (let n = 1; n < 30; n++) {
    const of = (reader: typeof plain) => reader.logOdds(sides[0]!, sides[n]!).cross_encoder;
    expect(of(scaled)).toBeCloseTo(0.25 * of(plain), 4);
  }
});

it('choices alone are ranked by taste and by what is chosen now, not by what was popular', async () => {
  const { set, next } = choiceWorld({ seekers: 80, candidates: 60, choices: 1500, seed: 4 });
  const rows = Uint32Array.from(set.outcomes.labels.keys());
  const model = await fitRankingModel(set, { rows, base, version: 'tenant-meeting@1', seed: 1 });
  expect(model.card.parts.lists!.kept).toBe(true);
  expect(model.card.parts.effects!.kept).toBe(false);
  expect(model.personEffects.neighbours !== undefined).toBe(model.card.parts.neighbours!.kept);
  const share = (scores: Float64Array) =>
    next.filter((_, n) => scores[2 * n]! > scores[2 * n + 1]!).length / next.length;
  const pairs = {
    people: set.outcomes.people,
    seekers: Uint32Array.from(next.flatMap(({ seeker }) => [seeker, seeker])),
    candidates: Uint32Array.from(next.flatMap(({ chosen, other }) => [chosen, other])),
  };
  const right = share(await scorePairs(model, set).score(pairs));
  const popular = share(await popularityScorer(set.outcomes).score(pairs));
  expect(right).toBeGreaterThan(0.75);
  expect(right).toBeGreaterThan(popular + 0.2);
  const again = await fitRankingModel(set, {
    rows,
    base,
    version: 'tenant-meeting@1',
    seed: 1,
    like: model,
  });
  expect(share(await scorePairs(again, set).score(pairs))).toBe(right);
  expect(again.personEffects.neighbours).toEqual(model.personEffects.neighbours);
  const settings = { shrink: 5, decayDays: 100, nearest: 200, weight: 1, unit: 0.1 };
  const neighbours = neighbourReport({ settings, measured: { gain: 0.1, standardError: 0.01 } });
  const like = { ...model, card: { ...model.card, parts: { ...model.card.parts, neighbours } } };
  const joined = await fitRankingModel(set, { rows, base, version: 'tenant-meeting@1', seed: 1, like });
  expect(joined.card.parts.neighbours).toEqual(neighbours);
  const table = joined.personEffects.neighbours!;
  expect(table).toMatchObject({ weight: 1, unit: 0.1 });
  expect(table.chosen.columns.length).toBe(rows.length);
  expect(share(await scorePairs(joined, set).score(pairs))).toBeGreaterThan(0.75);
  const fewer = await fitRankingModel(set, { rows: rows.subarray(0, 40), base, version: 'x', seed: 1 });
  expect(fewer.card.parts.lists).toBeUndefined();
});
