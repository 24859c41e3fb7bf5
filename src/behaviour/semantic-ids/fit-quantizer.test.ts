import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { assertNotCollapsed, CollapsedTokenizerError } from './assert-not-collapsed.ts';
import { assignSuffixes } from './assign-suffixes.ts';
import { codebookLayout } from './codebook-layout.ts';
import { diagnoseTokenizer } from './diagnose-tokenizer.ts';
import { fitQuantizer } from './fit-quantizer.ts';
import type { Quantizer, QuantizerProblem } from './quantizer.ts';
import { quantizerFromState } from './quantizer-from-state.ts';
import { syntheticCatalogue } from './testing/synthetic-catalogue.ts';

const { vectors, dimension } = syntheticCatalogue();
const problem: QuantizerProblem = {
  vectors,
  dimension,
  layout: codebookLayout(3, 'uniform', 16),
  kind: 'residual-kmeans',
  progressiveMasking: false,
  collaborative: null,
  seed: 1,
};

describe('residual k-means', () => {
  let quantizer: Quantizer;
  let codes: Uint16Array;
  beforeAll(async () => {
    ({ quantizer } = await fitQuantizer(problem));
    codes = quantizer.codesOf(vectors);
  });

  it('distinguishes items, uses its codes, and gains precision with every level', () => {
    const found = diagnoseTokenizer({ quantizer, vectors, codes, seed: 1 });
    expect(found.utilization).toEqual([1, 1, 1]);
    expect(found.collision_rate).toBeLessThan(0.2);
    const [first, second, third] = found.reconstruction_error;
    expect(first).toBeLessThan(0.5);
    expect(second).toBeLessThan(first!);
    expect(third).toBeLessThan(second!);
    expect(found.neighbour_overlap[2]).toBeGreaterThan(found.neighbour_overlap[0]!);
  });

  it('gives an item the same codes in any batch and order, also when opened from its state', () => {
    const state = quantizer.toState();
    const copy = quantizerFromState(structuredClone(state));
    const rows = fc.array(fc.nat({ max: vectors.length / dimension - 1 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rows, (chosen) => {
        const batch = Float32Array.from(
          chosen.flatMap((row) => [...vectors.subarray(row * dimension, (row + 1) * dimension)]),
        );
        const expected = chosen.flatMap((row) => [...codes.subarray(row * 3, (row + 1) * 3)]);
        expect([...quantizer.codesOf(batch)]).toEqual(expected);
        expect([...copy.codesOf(batch)]).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('is deterministic for a seed', async () => {
    const again = await fitQuantizer(problem);
    expect(again.quantizer.toState()).toEqual(quantizer.toState());
  });

  it('gives codes to unseen vectors and to zero', () => {
    const others = syntheticCatalogue({ seed: 2 }).vectors;
    const given = quantizer.codesOf(others);
    given.forEach((code, at) => void expect(code).toBeLessThan(problem.layout.sizes[at % 3]!));
    expect(quantizer.codesOf(new Float32Array(dimension))).toHaveLength(3);
    expect(() => quantizer.codesOf(new Float32Array(dimension + 1))).toThrow('no whole number of vectors');
  });
});

describe('fitting', () => {
  it('works for a catalogue of one item, and for more codes than items', async () => {
    const one = { ...problem, vectors: vectors.slice(0, dimension), layout: codebookLayout(1, 'uniform', 2) };
    expect([...(await fitQuantizer(one)).quantizer.codesOf(one.vectors)]).toEqual([0]);
    const few = {
      ...problem,
      vectors: vectors.slice(0, 5 * dimension),
      layout: codebookLayout(2, 'uniform', 64),
    };
    const { quantizer } = await fitQuantizer(few);
    expect(new Set(assignSuffixes(quantizer.codesOf(few.vectors), 2))).toEqual(new Set([0]));
  });

  it('refuses invalid vectors, and stops at its signal', async () => {
    await expect(fitQuantizer({ ...problem, vectors: new Float32Array() })).rejects.toThrow(RangeError);
    await expect(fitQuantizer({ ...problem, vectors: vectors.with(3, Number.NaN) })).rejects.toThrow(
      'no numbers',
    );
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(fitQuantizer({ ...problem, signal })).rejects.toThrow('enough');
  });

  it('refuses collapsed codes', async () => {
    const { quantizer } = await fitQuantizer(problem);
    const codes = quantizer.codesOf(vectors);
    expect(() => assertNotCollapsed({ quantizer, vectors, codes, seed: 1 })).not.toThrow();
    const collapsed = () =>
      assertNotCollapsed({ quantizer, vectors, codes: codes.map((code) => code % 3), seed: 1 });
    expect(collapsed).toThrow(CollapsedTokenizerError);
    expect(collapsed).toThrow('400 different contents got 27 different IDs (codes in use by level: 3, 3, 3)');
  });
});

describe('suffixes', () => {
  it('number items with equal codes in the given order', () => {
    const codes = Uint16Array.of(1, 2, 3, 4, 1, 2, 1, 2, 3, 4, 0, 0);
    expect([...assignSuffixes(codes, 2)]).toEqual([0, 0, 1, 2, 1, 0]);
  });
});

describe('an incomplete state', () => {
  it('is refused with the name of the missing tensor', async () => {
    const state = (
      await fitQuantizer({ ...problem, layout: codebookLayout(2, 'uniform', 8) })
    ).quantizer.toState();
    const { 'codebook.1': left, ...tensors } = state.tensors;
    expect(() => quantizerFromState({ ...state, tensors })).toThrow('"codebook.1" [8, 24]');
    const short = { ...tensors, 'codebook.1': { ...left!, values: left!.values.slice(1) } };
    expect(() => quantizerFromState({ ...state, tensors: short })).toThrow('expected [8, 24]');
  });
});
