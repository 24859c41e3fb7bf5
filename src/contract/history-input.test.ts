import { expect, test } from 'vitest';
import { BatchPersonRow } from './batch-prediction.ts';
import { GenerateRequest } from './generation.ts';
import { SimilarItemsRequest } from './item-vectors.ts';
import { EmbedRequest, PredictRequest } from './model.ts';

const all = { history: ['a'], person_id: 'p', session_id: 's' };
const faults = (issues: readonly { path: PropertyKey[]; message: string }[] | undefined) =>
  (issues ?? []).map(({ path, message }) => [...path, message]);

test.each([
  ['predict', PredictRequest],
  ['generate', GenerateRequest],
  ['embed', EmbedRequest],
  ['similar items', SimilarItemsRequest],
])('each of three given sources of a history is a fault of %s', (_, schema) => {
  const { error } = schema.safeParse({ model_id: 'model_1', item_id: 'i', ...all });
  const named = faults(error?.issues).filter(([, message]) => String(message).startsWith('give only one'));
  const message = 'give only one of history, person_id, session_id';
  expect(named).toEqual(Object.keys(all).map((source) => [source, message]));
});

test('a row of a batch may have a history beside its person, but not a person beside a session', () => {
  expect(BatchPersonRow.safeParse({ history: ['a'], person_id: 'p' }).success).toBe(true);
  const message = 'give only one of person_id, session_id';
  expect(faults(BatchPersonRow.safeParse(all).error?.issues)).toEqual([
    ['person_id', message],
    ['session_id', message],
  ]);
});
