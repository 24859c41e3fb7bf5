import { afterAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../../../../../platform/numeric/seeded-random.ts';
import { dotRows } from '../../../../../platform/numeric/vectors.ts';
import { type ItemScorer, openItemScorer } from './open-item-scorer.ts';
import { scorerMemory } from './scorer-memory.ts';

const WIDTH = 24;
const random = new SeededRandom(7);
const numbers = (count: number) => Float32Array.from({ length: count }, () => random.uniform() - 0.5);
const opened: ItemScorer[] = [];
afterAll(() => Promise.all(opened.map((scorer) => scorer.close())));

function scorerOf(items: number) {
  const vectors = numbers(items * WIDTH);
  const memory = scorerMemory(vectors, WIDTH, new Float32Array(items));
  const scorer = openItemScorer(memory, WIDTH, { threads: 1 });
  opened.push(scorer);
  return { vectors, scorer };
}

describe.each([1, 15, 16, 17, 100, 1003])('%i items', (items) => {
  test('have the same score to the bit, whatever is scored with them', () => {
    const { scorer } = scorerOf(items);
    const states = numbers(3 * WIDTH);
    const each = scorer.each(states);
    for (let row = 0; row < 3; row++) {
      const state = states.slice(row * WIDTH, (row + 1) * WIDTH);
      const own = each.slice(row * items, (row + 1) * items);
      expect(scorer.each(state)).toEqual(own);
      for (const count of [1, 2, 5, 16, 33]) {
        const some = Uint32Array.from({ length: count }, (_, n) => (n * 7 + row) % items);
        expect(scorer.some(state, some)).toEqual(Float32Array.from(some, (item) => own[item]!));
      }
    }
  });

  test('are scored by the dot product, one state at a time or many', async () => {
    const { vectors, scorer } = scorerOf(items);
    const states = numbers(2 * WIDTH);
    const [all, each] = [await scorer.all(states), scorer.each(states)];
    for (let at = 0; at < all.length; at++) {
      const product = dotRows(states, Math.floor(at / items) * WIDTH, vectors, (at % items) * WIDTH, WIDTH);
      expect(all[at]).toBeCloseTo(product, 5);
      expect(each[at]).toBeCloseTo(product, 5);
    }
  });
});
