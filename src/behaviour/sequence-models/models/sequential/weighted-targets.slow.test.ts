import { expect, it } from 'vitest';
import type { Histories } from '../../histories/histories.ts';
import { historiesOfRows } from '../../testing/snapshot-of.ts';
import { batchOf, fitted, opened, ROUND } from './testing/round-problem.ts';

it.each([0, 8])(
  'learns weighty targets, and not what people turn down; %d sampled negatives',
  async (negatives) => {
    // After items 0 and 1 half of the people take 2 and half 3, which the weights or rejections tell apart.
    const rows = Array.from({ length: 60 }, (_, person) =>
      [0, 1, 2 + (person % 2)].map((item, n) => [item, n] as const),
    );
    const plain = historiesOfRows(ROUND + 1, rows);
    const weights = Float32Array.from(plain.items, (item) => (item === 3 ? 0.05 : 1));
    const lead = async (train: Histories) => {
      const model = await opened(await fitted({ train, given: { epochs: 5, negatives, blend: false } }));
      const scores = await model.score(batchOf([0, 1]));
      await model.close();
      return scores[2]! - scores[3]!;
    };
    expect(await lead({ ...plain, weights })).toBeGreaterThan(1.5);
    const turnedDown = Uint32Array.from({ length: 61 }, (_, person) => Math.floor(person / 2));
    const rejections = {
      offsets: turnedDown,
      items: new Uint32Array(30).fill(3),
      timestampsMs: new Float64Array(30).fill(5),
      weights: new Float32Array(30).fill(1),
    };
    const targets = Float32Array.from(plain.items, (item) => (item === 3 ? 0 : 1));
    const ignored = await lead({ ...plain, weights: targets });
    expect(await lead({ ...plain, weights: targets, rejections })).toBeGreaterThan(ignored + 0.3);
  },
);
