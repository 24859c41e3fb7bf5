/**
 * The texts of one call on their way through the network. A text that occurs twice in a call, such as the only
 * sentence of a profile, is read once. D = dimension of the vectors.
 */
import { profilePieces } from '../encode-in-parts.ts';
import type { EncodeAnswer, EncodeRequest } from '../encode-protocol.ts';
import { toUnitNorm } from '../unit-norm.ts';

/** The token ids of one window, and the texts of the call whose vectors it is a part of. */
export interface Window {
  readonly ids: readonly number[];
  readonly owners: readonly number[];
}

export class EncodeJob {
  readonly windows: readonly Window[];
  readonly #spans: EncodeAnswer['spans'];
  readonly #dimension: number;
  /** [texts × D]: the windows' vectors, added up by their lengths. */
  readonly #sums: Float32Array<ArrayBuffer>;

  constructor(
    { texts = [], profile }: EncodeRequest,
    dimension: number,
    windowsOf: (text: string) => readonly (readonly number[])[],
  ) {
    const { pieces, spans } =
      profile === undefined ? { pieces: texts, spans: undefined } : profilePieces(profile);
    this.#spans = spans;
    this.#dimension = dimension;
    this.#sums = new Float32Array(pieces.length * dimension);
    const owners = new Map<string, number[]>();
    for (const [n, piece] of pieces.entries()) {
      const text = piece.trim();
      const known = owners.get(text);
      if (known === undefined) owners.set(text, [n]);
      else known.push(n);
    }
    this.windows = [...owners].flatMap(([text, of]) => windowsOf(text).map((ids) => ({ ids, owners: of })));
  }

  /** `vector`: unit-norm [D]. */
  add({ ids, owners }: Window, vector: Float32Array): void {
    for (const owner of owners) {
      const from = owner * this.#dimension;
      for (let d = 0; d < vector.length; d++) this.#sums[from + d]! += ids.length * vector[d]!;
    }
  }

  /** Once all windows are added. A text without windows has the zero vector. */
  answer(): EncodeAnswer {
    const [vectors, dimension] = [this.#sums, this.#dimension];
    for (let from = 0; from < vectors.length; from += dimension)
      toUnitNorm(vectors.subarray(from, from + dimension));
    return { vectors, dimension, ...(this.#spans !== undefined && { spans: this.#spans }) };
  }
}
