import { expect, it } from 'vitest';
import { SeededRandom } from './seeded-random.ts';
import { VectorBlock } from './vector-block.ts';
import { dot } from './vectors.ts';

it('gives the dot products of each vector alone, to the bit', () => {
  const random = new SeededRandom(7);
  for (const size of [0, 1, 7, 8, 9, 40]) {
    const vectorOf = () => Float32Array.from({ length: 33 }, () => random.below(2000) / 1999 - 0.5);
    const vectors = Array.from({ length: size }, vectorOf);
    const block = new VectorBlock(vectors);
    for (const vector of [vectorOf(), vectorOf()])
      expect([...block.dotsWith(vector)]).toEqual(vectors.map((other) => dot(vector, other)));
  }
});
