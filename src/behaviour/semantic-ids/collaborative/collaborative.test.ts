import { describe, expect, it } from 'vitest';
import { codebookLayout } from '../codebook-layout.ts';
import { fitQuantizer } from '../fit-quantizer.ts';
import type { QuantizerProblem } from '../quantizer.ts';
import { syntheticCatalogue } from '../testing/synthetic-catalogue.ts';
import { drawPairs, pairedPositions } from './draw-pairs.ts';

describe('pairs', () => {
  it('are two items of one sequence, at most three events apart', () => {
    const sequences = { offsets: Uint32Array.of(0, 5, 6, 8), items: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7) };
    const positions = pairedPositions(sequences);
    const { first, second } = drawPairs(sequences, positions, { count: 200, seed: 1, step: 0 });
    const drawn = new Set(Array.from(first, (item, at) => `${item}-${second[at]}`));
    expect([...drawn].sort()).toEqual(['0-1', '0-2', '0-3', '1-2', '1-3', '1-4', '2-3', '2-4', '3-4', '6-7']);
  });

  it('are absent where no sequence has two different items', () => {
    const { at } = pairedPositions({ offsets: Uint32Array.of(0, 1, 3), items: Uint32Array.of(0, 4, 4) });
    expect(at).toHaveLength(0);
  });
});

describe('a collaborative signal', () => {
  it('moves items of one sequence together; without pairs there is no map', async () => {
    const { vectors, dimension, offsets, items } = syntheticCatalogue();
    const problem: QuantizerProblem = {
      vectors: oddOnesApart(vectors, dimension),
      dimension,
      layout: codebookLayout(2, 'uniform', 16),
      kind: 'residual-kmeans',
      progressiveMasking: false,
      collaborative: null,
      seed: 1,
    };
    const apart = async (collaborative: QuantizerProblem['collaborative']) => {
      const { quantizer } = await fitQuantizer({ ...problem, collaborative });
      const codes = quantizer.codesOf(problem.vectors);
      let together = 0;
      for (let at = 1; at < items.length; at++)
        if (codes[items[at]! * 2] === codes[items[at - 1]! * 2]) together += 1;
      return { together, state: quantizer.toState() };
    };
    const plain = await apart(null);
    const shaped = await apart({ offsets, items, weight: 1 });
    expect(shaped.together).toBeGreaterThan(1.2 * plain.together);
    const alone = await apart({ offsets: Uint32Array.of(0, 1), items: Uint32Array.of(3), weight: 1 });
    expect(alone.state).toEqual(plain.state);
  });
});

/** One dimension separates odd from even items of a shelf. Text shows it weakly, sequences follow it. */
function oddOnesApart(vectors: Float32Array, dimension: number): Float32Array {
  const marked = vectors.slice();
  for (let item = 0; item * dimension < marked.length; item++)
    marked[item * dimension] = Math.floor(item / 8) % 2 === 0 ? 0.15 : -0.15;
  return marked;
}
