/**
 * Measures semantic IDs of any origin: the tokenizer diagnostics, and how often two consecutive items of a
 * person share their first codes, against random pairs.
 *
 * N items, D dimensions, L levels.
 */

import type { CodebookLayout } from '../../src/behaviour/semantic-ids/codebook-layout.ts';
import {
  diagnoseTokenizer,
  type TokenizerDiagnostics,
} from '../../src/behaviour/semantic-ids/diagnose-tokenizer.ts';
import { fitMeanings } from '../../src/behaviour/semantic-ids/fit-meanings.ts';
import type { Quantizer } from '../../src/behaviour/semantic-ids/quantizer.ts';
import { UniformStream } from '../../src/platform/numeric/random-streams.ts';

export interface MeasuredCodes {
  readonly name: string;
  readonly diagnostics: TokenizerDiagnostics;
  /** Share of pairs that share their first r codes, by r: consecutive items, and random pairs [L]. */
  readonly together: readonly number[];
  readonly byChance: readonly number[];
  /** null: published codes. */
  readonly minutes: number | null;
}

/** Pairs of item numbers that a person had consecutively. */
export type HeldOutPairs = readonly (readonly [number, number])[];

export interface CodesToMeasure {
  readonly name: string;
  readonly layout: CodebookLayout;
  /** Row-major [N × L] */
  readonly codes: Uint16Array;
  /** null: the meaning of a code is the mean of its vectors. */
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

/** A quantizer that decodes given codes; it cannot assign any. */
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

/** Pairs each first item with the second item of another pair, so item frequencies stay the same. */
function shuffled(pairs: HeldOutPairs, seed: number): HeldOutPairs {
  const draw = new UniformStream(seed, 'pairs by chance');
  return pairs.map(([one]) => [one, pairs[draw.below(pairs.length)]![1]]);
}
