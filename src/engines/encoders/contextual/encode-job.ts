/**
 * The texts of one call on their way through the network. A text is read sentence by sentence. Its vector is
 * the mean of theirs, weighted by their tokens, so every fact of a profile counts. A sentence that several
 * texts of a call share, as a profile and its parts do, is read once. D = dimension of the vectors.
 */
import { profilePieces } from '../encode-in-parts.ts';
import type { EncodeAnswer, EncodeRequest } from '../encode-protocol.ts';
import { splitSentences } from '../split-sentences.ts';
import { toUnitNorm } from '../to-unit-norm.ts';

/** A longer text is read in this many windows at even distances, so that its cost is bounded. */
const MOST_WINDOWS = 32;

/** The token ids of one window, and its unit-norm vector [D] once it was read. */
export interface Window {
  readonly ids: readonly number[];
  vector: Float32Array | null;
}

/** At most `most` windows of a text; none where it has no known piece. */
type WindowsOf = (text: string, most: number) => readonly (readonly number[])[];

export class EncodeJob {
  /** Different ones only. */
  readonly windows: readonly Window[];
  /** For each text its windows, in the order of the text. */
  readonly #texts: readonly (readonly Window[])[];
  readonly #spans: EncodeAnswer['spans'];
  readonly #dimension: number;

  constructor({ texts = [], profile }: EncodeRequest, dimension: number, windowsOf: WindowsOf) {
    const { pieces, spans } =
      profile === undefined ? { pieces: texts, spans: undefined } : profilePieces(profile);
    this.#spans = spans;
    this.#dimension = dimension;
    this.#texts = windowsOfTexts(pieces, windowsOf);
    this.windows = [...new Set(this.#texts.flat())];
  }

  /** Once every window has its vector. A text without windows has the zero vector. */
  answer(): EncodeAnswer {
    const dimension = this.#dimension;
    const vectors = new Float32Array(this.#texts.length * dimension);
    for (const [n, windows] of this.#texts.entries()) {
      const sum = vectors.subarray(n * dimension, (n + 1) * dimension);
      // In the order of the text, whatever was read first: the order decides the last bits of a sum.
      for (const { ids, vector } of windows)
        for (let d = 0; d < dimension; d++) sum[d]! += ids.length * vector![d]!;
      toUnitNorm(sum);
    }
    return { vectors, dimension, ...(this.#spans !== undefined && { spans: this.#spans }) };
  }
}

function windowsOfTexts(texts: readonly string[], windowsOf: WindowsOf): readonly (readonly Window[])[] {
  const found = new Map<string, readonly Window[]>();
  return texts.map((text) => {
    const spans = splitSentences(text, MOST_WINDOWS);
    const most = Math.floor(MOST_WINDOWS / spans.length);
    return spans.flatMap(({ start, end }) => {
      const sentence = text.slice(start, end);
      const read = windowsOf(sentence, most);
      // The number of windows says where a sentence is cut.
      const key = `${read.length} ${sentence}`;
      const known = found.get(key) ?? read.map((ids) => ({ ids, vector: null }));
      found.set(key, known);
      return known;
    });
  });
}
