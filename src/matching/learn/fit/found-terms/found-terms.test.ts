import { expect, it } from 'vitest';
import { scorecardFaults } from '../../../../domains/scorecard-check.ts';
import { shippedDomains } from '../../../../domains/shipped-domains.ts';
import { domainPrior } from '../../../ranking/models/model-catalog.ts';
import { describeTerms } from '../../runs/describe-terms.ts';
import { fitRankingModel } from '../fit-ranking-model.ts';
import { scorePairs } from '../score-pairs.ts';
import { termsToTry } from './terms-to-try.ts';
import { sports, sportsWorld, train } from './testing/sports-world.ts';

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
