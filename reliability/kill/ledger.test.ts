import { expect, test } from 'vitest';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import type { Answer, Client } from './client.ts';
import { Ledger, type Value } from './ledger.ts';

const client = { random: new SeededRandom(1) } as Client;
const answer = (status: number): Answer => ({ status, body: null, text: '' });

/** A ledger with one fact whose value in the service is `stored`. */
async function written(status: number, stored: Value) {
  const ledger = new Ledger();
  const state = { stored };
  await ledger.attempt(
    'people:a',
    '30',
    async () => state.stored,
    async () => answer(status),
  );
  return { ledger, state };
}

test.each<[string, number, Value, number]>([
  ['an acknowledged write that is there', 200, '30', 0],
  ['an acknowledged write that is lost', 200, null, 1],
  ['an acknowledged write that is half there', 200, 'half', 1],
  ['a refused write that is not there', 422, null, 0],
  ['a refused write that is there', 422, '30', 1],
  ['a write without an answer that is there', 0, '30', 0],
  ['a write without an answer that is not', 0, null, 0],
  ['a write without an answer that is half there', 0, 'half', 1],
])('%s', async (_, status, stored, violations) => {
  const { ledger } = await written(status, stored);
  await ledger.check(client, true);
  expect(ledger.violations).toHaveLength(violations);
});

test('what a reading has found stays', async () => {
  const { ledger, state } = await written(0, '30');
  await ledger.check(client, true);
  state.stored = null;
  await ledger.check(client, true);
  expect(ledger.violations).toEqual(['life 3: people:a is absent instead of 30']);
});

test('a server error is a violation, 503 is a refusal', async () => {
  expect((await written(500, null)).ledger.violations).toHaveLength(1);
  expect((await written(503, null)).ledger.violations).toEqual([]);
});

test('a reading that fails is a violation', async () => {
  const ledger = new Ledger();
  const broken = () => Promise.reject(new Error('no person'));
  await ledger.attempt('people:a', '30', broken, async () => answer(200));
  await ledger.check(client, true);
  expect(ledger.violations).toEqual(['life 2: people:a is unreadable: no person instead of 30']);
});
