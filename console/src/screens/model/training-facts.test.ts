import { expect, it } from 'vitest';
import { readTraining } from './training-facts.ts';

it('reads the facts of a card', () => {
  const curve = [{ epoch: 1, minutes: 0.1, ndcg_at_10: 0.2 }];
  const training = {
    reasons: ['Few items.', 7],
    data: { people: 3, events: 9 },
    fit: { parameters: 100, epochs: 4, minutes: 0.5 },
    chosen_by_validation: { curve: [...curve, null, { epoch: 'x' }] },
  };
  expect(readTraining(training)).toEqual({
    people: 3,
    events: 9,
    parameters: 100,
    epochs: 4,
    minutes: 0.5,
    reasons: ['Few items.'],
    curve: [{ epoch: 1, ndcg: 0.2 }],
  });
});

it('takes a card without them', () => {
  expect(readTraining(null)).toMatchObject({ reasons: [], curve: [] });
  expect(readTraining({ data: 1, fit: [], chosen_by_validation: null, reasons: 'x' })).toMatchObject({
    curve: [],
  });
});
