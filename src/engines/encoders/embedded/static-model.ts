import { toUnitNorm } from '../to-unit-norm.ts';
import { WordPieceTokenizer } from '../wordpiece/wordpiece-tokenizer.ts';
import { FeatureFinder, type FeatureRules } from './feature-finder.ts';
import { PairTable } from './pair-table.ts';
import { readSafetensors } from './read-safetensors.ts';

export interface ModelFiles {
  /** weights.safetensors */
  readonly weights: Uint8Array;
  /** vocabulary.txt */
  readonly vocabulary: string;
}

/**
 * The distilled static model: a vector for each word piece and for some pairs (feature-finder.ts). The vector
 * of a text is their sum, scaled to unit norm. The length of a row is its learned weight; there is no other
 * weighting.
 *
 * V word pieces, P pairs, D dimensions. `table` is int8 [V + P, D], row-major, pairs last; the numbers of a
 * row times its scale are the vector. Rows of scale 0 (special and unknown tokens) count as absent.
 */
export class StaticModel {
  readonly dimension: number;
  readonly tokenizer: WordPieceTokenizer;
  readonly #table: Int8Array;
  readonly #scales: Float32Array;
  readonly #pairs: PairTable;
  readonly #features: FeatureFinder;
  /** [D], reused by one text after the other. */
  readonly #sum: Float64Array;

  constructor(weights: Uint8Array, vocabulary: string) {
    this.tokenizer = new WordPieceTokenizer(vocabulary.split('\n').filter((piece) => piece !== ''));
    const file = readSafetensors(weights);
    const { shape, bytes } = file.tensor('table', 'I8');
    this.dimension = shape[1]!;
    this.#table = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#scales = new Float32Array(aligned(file.tensor('scales', 'F32').bytes));
    const pairs = new Int32Array(aligned(file.tensor('pairs', 'I32').bytes));
    const rows = this.tokenizer.size + pairs.length / 2;
    if (shape[0] !== rows || this.#scales.length !== rows) {
      throw new Error(
        `the weights have ${shape[0]} rows and ${this.#scales.length} scales, the vocabulary asks for ${rows}`,
      );
    }
    this.#sum = new Float64Array(this.dimension);
    this.#pairs = new PairTable(pairs, this.tokenizer.size);
    this.#features = new FeatureFinder(
      JSON.parse(file.metadata.features!) as FeatureRules,
      this.tokenizer.size,
    );
  }

  /** Unit-norm [D]; the zero vector where no token is known. */
  encode(text: string): Float32Array {
    this.#sum.fill(0);
    this.add(text, this.#sum);
    return toUnitNorm(new Float32Array(this.#sum));
  }

  /** Adds the rows of a text's features to `sum` [D]. */
  add(text: string, sum: Float64Array): void {
    const scales = this.#scales;
    const known = this.tokenizer.tokenize(text).filter((id) => scales[id] !== 0);
    const rows: number[] = [];
    this.#features.find(
      known,
      (id) => rows.push(id),
      (first, second) => {
        const row = this.#pairs.rowOf(first, second);
        if (row >= 0) rows.push(row);
      },
    );
    addRows(this.#table, this.#scales, rows, sum);
  }
}

/**
 * sum[d] += scale * table[row, d] for each of the rows, in order. Four rows a pass, so that each sum is
 * loaded and stored once for them; the result is the same to the bit.
 */
function addRows(table: Int8Array, scales: Float32Array, rows: readonly number[], sum: Float64Array): void {
  const dimension = sum.length;
  const scale = (at: number) => scales[rows[at]!]!;
  const from = (at: number) => rows[at]! * dimension;
  let at = 0;
  for (; at + 4 <= rows.length; at += 4) {
    const [a, b, c, d] = [from(at), from(at + 1), from(at + 2), from(at + 3)];
    addFour(table, sum, [a, b, c, d], [scale(at), scale(at + 1), scale(at + 2), scale(at + 3)]);
  }
  for (; at < rows.length; at++) addScaled(table, from(at), scale(at), sum);
}

type Four = readonly [number, number, number, number];

function addFour(table: Int8Array, sum: Float64Array, [a, b, c, d]: Four, [e, f, g, h]: Four): void {
  for (let i = 0; i < sum.length; i++) {
    sum[i] = sum[i]! + e * table[a + i]! + f * table[b + i]! + g * table[c + i]! + h * table[d + i]!;
  }
}

/**
 * sum[d] += scale * table[from + d]. A separate function in float64, four at a time (D is a multiple of 4).
 * In V8 a private field in the loop or a float32 sum is markedly slower.
 */
function addScaled(table: Int8Array, from: number, scale: number, sum: Float64Array): void {
  for (let d = 0; d < sum.length; d += 4) {
    const at = from + d;
    sum[d] = sum[d]! + scale * table[at]!;
    sum[d + 1] = sum[d + 1]! + scale * table[at + 1]!;
    sum[d + 2] = sum[d + 2]! + scale * table[at + 2]!;
    sum[d + 3] = sum[d + 3]! + scale * table[at + 3]!;
  }
}

/** A copy that starts at a multiple of four bytes. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
