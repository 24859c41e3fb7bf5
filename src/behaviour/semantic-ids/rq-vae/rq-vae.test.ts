import { beforeAll, describe, expect, it } from 'vitest';
import { codebookLayout } from '../codebook-layout.ts';
import { diagnoseTokenizer, type TokenizerDiagnostics } from '../diagnose-tokenizer.ts';
import { fitQuantizer } from '../fit-quantizer.ts';
import type { Quantizer } from '../quantizer.ts';
import { quantizerFromState } from '../quantizer-from-state.ts';
import { syntheticCatalogue } from '../testing/synthetic-catalogue.ts';

const { vectors, dimension } = syntheticCatalogue();

describe('an RQ-VAE with progressive masking', () => {
  let quantizer: Quantizer;
  let found: TokenizerDiagnostics;
  let codes: Uint16Array;
  beforeAll(async () => {
    ({ quantizer } = await fitQuantizer({
      vectors,
      dimension,
      layout: codebookLayout(3, 'uniform', 16),
      kind: 'rq-vae',
      progressiveMasking: true,
      collaborative: null,
      seed: 1,
    }));
    codes = quantizer.codesOf(vectors);
    found = diagnoseTokenizer({ quantizer, vectors, codes, seed: 1 });
  }, 60_000);

  it('does not collapse: its codes are used, and similar items have similar codes', () => {
    expect(Math.min(...found.utilization)).toBeGreaterThan(0.5);
    expect(found.collision_rate).toBeLessThan(0.3);
    expect(found.reconstruction_error[2]).toBeLessThan(0.5);
    expect(found.neighbour_overlap[2]).toBeGreaterThan(0.4);
  });

  it('has informative prefixes', () => {
    // Chance level: 10 of 400, 2.5 %.
    expect(found.neighbour_overlap[0]).toBeGreaterThan(0.2);
    expect(found.neighbour_overlap[1]).toBeGreaterThan(found.neighbour_overlap[0]!);
  });

  it('gives the same codes to single vectors in any order, also when opened from its state', () => {
    const copy = quantizerFromState(structuredClone(quantizer.toState()));
    for (let row = vectors.length / dimension - 1; row >= 0; row -= 7)
      expect(copy.codesOf(vectors.subarray(row * dimension, (row + 1) * dimension))).toEqual(
        codes.slice(row * 3, (row + 1) * 3),
      );
  });
});
