/** Semantic IDs for an evaluation: fitted on the items' texts, random in the same shape, or published. */
import { readFileSync } from 'node:fs';
import { assignSuffixes } from '../../src/behaviour/semantic-ids/assign-suffixes.ts';
import { type CodebookLayout, codebookLayout } from '../../src/behaviour/semantic-ids/codebook-layout.ts';
import { fitQuantizer } from '../../src/behaviour/semantic-ids/fit-quantizer.ts';
import type { QuantizerProblem } from '../../src/behaviour/semantic-ids/quantizer.ts';
import type { ItemCodes } from '../../src/behaviour/sequence-models/models/generative/item-codes.ts';
import { UniformStream } from '../../src/platform/numeric/random-streams.ts';

export interface TextVectors {
  readonly values: Float32Array;
  readonly width: number;
}

/**
 * `without`: items excluded from the codebooks [I]; their codes are assigned like those of later items.
 * `collaborative`: the items of each person, which a linear map moves together before quantization.
 */
export async function fittedCodes(
  { values, width }: TextVectors,
  layout: CodebookLayout,
  seed: number,
  without: Uint8Array = new Uint8Array(values.length / width),
  collaborative: QuantizerProblem['collaborative'] = null,
): Promise<ItemCodes> {
  const known = [...without.keys()].filter((item) => without[item] === 0);
  const vectors = new Float32Array(known.length * width);
  for (const [row, item] of known.entries())
    vectors.set(values.subarray(item * width, (item + 1) * width), row * width);
  const { quantizer } = await fitQuantizer({
    vectors,
    dimension: width,
    layout,
    kind: 'residual-kmeans',
    progressiveMasking: false,
    collaborative,
    seed,
  });
  return withSuffixes('fitted', layout, quantizer.codesOf(values), without);
}

/** Control: the same levels and sizes, with random codes. */
export function randomCodes(items: number, layout: CodebookLayout, seed: number): ItemCodes {
  const draw = new UniformStream(seed, 'random codes');
  const codes = Uint16Array.from({ length: items * layout.sizes.length }, (_, at) =>
    draw.below(layout.sizes[at % layout.sizes.length]!),
  );
  return withSuffixes('random', layout, codes);
}

/**
 * LETTER's file of codes: JSON, by item id - 1 the tokens of its levels, `["<a_183>", "<b_70>", …]`. Throws
 * an Error where an item has none.
 */
export function publishedCodes(path: string, itemIds: readonly string[]): ItemCodes {
  const byId = JSON.parse(readFileSync(path, 'utf8')) as Record<string, readonly string[]>;
  const rows = itemIds.map((id) => {
    const tokens = byId[String(Number(id) - 1)];
    if (tokens === undefined) throw new Error(`${path} has no codes of item ${id}.`);
    return tokens.map((token) => Number(/_(\d+)>$/.exec(token)?.[1]));
  });
  const levels = rows[0]!.length;
  const most = rows.reduce((largest, codes) => Math.max(largest, ...codes), 0);
  const layout = codebookLayout(levels, 'uniform', 2 ** Math.ceil(Math.log2(most + 1)));
  return withSuffixes('published', layout, Uint16Array.from(rows.flat()));
}

function withSuffixes(
  tokenizerId: string,
  layout: CodebookLayout,
  codes: Uint16Array,
  without?: Uint8Array,
): ItemCodes {
  const suffixes = assignSuffixes(codes, layout.sizes.length);
  // Later items have no suffix.
  return {
    tokenizerId,
    layout,
    codes,
    suffixes:
      without === undefined ? suffixes : suffixes.map((suffix, item) => (without[item] === 1 ? 0 : suffix)),
  };
}
