/**
 * What is to be said of codes, whoever made them: what a tokenizer's diagnostics say, and how often two items that
 * somebody had one after the other share their first codes, beside how often two drawn at random do.
 *
 * N items, D dimensions, L levels.
 */

import { uniformStream } from '../../src/datasets/uniform-stream.ts';
import type { CodebookLayout } from '../../src/semantic-ids/codebook-layout.ts';
import { diagnoseTokenizer, type TokenizerDiagnostics } from '../../src/semantic-ids/diagnose-tokenizer.ts';
import { fitMeanings } from '../../src/semantic-ids/fit-meanings.ts';
import type { Quantizer } from '../../src/semantic-ids/quantizer.ts';

export interface MeasuredCodes {
  readonly name: string;
  readonly diagnostics: TokenizerDiagnostics;
  /** By r: share of the pairs had together that share their first r codes, and of pairs drawn by chance [L]. */
  readonly together: readonly number[];
  readonly byChance: readonly number[];
  /** Null: made by others. */
  readonly minutes: number | null;
}

/** Pairs of item numbers that somebody had one after the other. */
export type HeldOutPairs = readonly (readonly [number, number])[];

export interface CodesToMeasure {
  readonly name: string;
  readonly layout: CodebookLayout;
  /** Row-major [N × L] */
  readonly codes: Uint16Array;
  /** null: means of the vectors stand for what codes mean. */
  readonly quantizer: Quantizer | null;
  readonly minutes: number | null;
}

export function measureCodes(
  { name, layout, codes, quantizer, minutes }: CodesToMeasure,
  { values: vectors, width }: { readonly values: Float32Array; readonly width: number },
  pairs: HeldOutPairs,
  seed: number,
): MeasuredCodes {
  const read = quantizer ?? meansOf(layout, codes, vectors, width);
  return {
    name,
    diagnostics: diagnoseTokenizer({ quantizer: read, vectors, codes, seed }),
    together: sharedPrefixes(codes, layout.sizes.length, pairs),
    byChance: sharedPrefixes(codes, layout.sizes.length, shuffled(pairs, seed)),
    minutes,
  };
}

/** What a quantizer of given codes would read out of them; it cannot assign any. */
function meansOf(layout: CodebookLayout, codes: Uint16Array, vectors: Float32Array, width: number) {
  const { levels } = fitMeanings({ values: vectors, width }, codes, layout.sizes, null);
  const L = layout.sizes.length;
  return {
    layout,
    dimension: width,
    reconstruct: (given: Uint16Array, told = L) => {
      const rows = new Float32Array((given.length / L) * width);
      for (let at = 0; at < rows.length; at++)
        for (let level = 0; level < told; level++)
          rows[at]! += levels[level]![given[Math.floor(at / width) * L + level]! * width + (at % width)]!;
      return rows;
    },
  } as Quantizer;
}

function sharedPrefixes(codes: Uint16Array, L: number, pairs: HeldOutPairs): readonly number[] {
  const shared = new Array<number>(L).fill(0);
  for (const [one, other] of pairs)
    for (let level = 0; level < L && codes[one * L + level] === codes[other * L + level]; level++)
      shared[level]! += 1 / pairs.length;
  return shared;
}

/** Each first item with another pair's second, so that popular items are as frequent as before. */
function shuffled(pairs: HeldOutPairs, seed: number): HeldOutPairs {
  const draw = uniformStream(seed, 'pairs by chance');
  return pairs.map(([one]) => [one, pairs[Math.floor(draw.next() * pairs.length)]![1]]);
}
