import { expect, it } from 'vitest';
import { readTraining } from './training-facts.ts';

it('reads the facts of a card', () => {
  const curve = [{ epoch: 1, minutes: 0.1, ndcg_at_10: 0.2 }];
  const part = { name: 'network', weight: { short: 1, long: 2 }, ndcg_alone: 0.2, adds: 0.1 };
  const blend = { cases: 60, parts: [part, null, { name: 'markov' }] };
  const context = [{ name: 'device', type: 'category', values: ['a', 7] }, { name: 'price' }, null];
  const training = {
    reasons: ['Few items.', 7],
    data: { people: 3, events: 9 },
    protocol: 'time',
    fit: { parameters: 100, epochs: 4, minutes: 0.5, blend, context },
    chosen_by_validation: { best_epoch: 3, curve: [...curve, null, { epoch: 'x' }] },
  };
  expect(readTraining(training)).toEqual({
    people: 3,
    events: 9,
    parameters: 100,
    epochs: 4,
    minutes: 0.5,
    protocol: 'time',
    reasons: ['Few items.'],
    curve: [{ epoch: 1, ndcg: 0.2 }],
    bestEpoch: 3,
    blend: { people: 60, parts: [{ name: 'network', short: 1, long: 2, alone: 0.2, adds: 0.1 }] },
    context: [{ name: 'device', values: ['a'] }, { name: 'price' }],
  });
});

it('takes a card without them', () => {
  expect(readTraining(null)).toMatchObject({ reasons: [], curve: [] });
  expect(readTraining({ data: 1, fit: [], chosen_by_validation: null, reasons: 'x' })).toMatchObject({
    curve: [],
  });
});
