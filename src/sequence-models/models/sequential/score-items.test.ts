import { afterAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../../../numeric/seeded-random.ts';
import { dotRows } from '../../../numeric/vectors.ts';
import { type ItemScorer, openItemScorer } from './score-items.ts';

const WIDTH = 24;
const random = new SeededRandom(7);
const numbers = (count: number) => Float32Array.from({ length: count }, () => random.uniform() - 0.5);
const opened: ItemScorer[] = [];
afterAll(() => Promise.all(opened.map((scorer) => scorer.close())));

async function scorerOf(items: number) {
  const vectors = numbers(items * WIDTH);
  const scorer = await openItemScorer(vectors, WIDTH, { threads: 1 });
  opened.push(scorer);
  return { vectors, scorer };
}

describe.each([1, 15, 16, 17, 100, 1003])('%i items', (items) => {
  test('have the same score to the bit, whatever is scored with them', async () => {
    const { scorer } = await scorerOf(items);
    const states = numbers(3 * WIDTH);
    const each = await scorer.each(states);
    for (let row = 0; row < 3; row++) {
      const state = states.slice(row * WIDTH, (row + 1) * WIDTH);
      const own = each.slice(row * items, (row + 1) * items);
      expect(await scorer.each(state)).toEqual(own);
      for (const count of [1, 2, 5, 16, 33]) {
        const some = Uint32Array.from({ length: count }, (_, n) => (n * 7 + row) % items);
        expect(await scorer.some(state, some)).toEqual(Float32Array.from(some, (item) => own[item]!));
      }
    }
  });

  test('are scored by the dot product, one state at a time or many', async () => {
    const { vectors, scorer } = await scorerOf(items);
    const states = numbers(2 * WIDTH);
    const [all, each] = [await scorer.all(states), await scorer.each(states)];
    for (let at = 0; at < all.length; at++) {
      const product = dotRows(states, Math.floor(at / items) * WIDTH, vectors, (at % items) * WIDTH, WIDTH);
      expect(all[at]).toBeCloseTo(product, 5);
      expect(each[at]).toBeCloseTo(product, 5);
    }
  });
});
