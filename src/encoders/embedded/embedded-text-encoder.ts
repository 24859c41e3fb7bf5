import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cutAtSpaces, encodeProfileWith } from '../encode-in-parts.ts';
import type { TextEncoder as Encoder, EncoderIdentity, ProfileVectors } from '../text-encoder.ts';
import { toUnitNorm } from '../unit-norm.ts';
import { StaticModel } from './static-model.ts';

/**
 * The default encoder: needs nothing but this repository. It encodes on the calling thread, since a short text takes
 * less time than a message to a worker and back, and hands the event loop back every few milliseconds.
 */

const FOLDER = fileURLToPath(new URL('../../../models/text-encoder/', import.meta.url));
const SLICE_MS = 4;
/** Longer texts are tokenised in pieces of about this many UTF-16 units, cut at white space. */
const PIECE_UNITS = 16_384;

export class EmbeddedTextEncoder implements Encoder {
  readonly identity: EncoderIdentity;
  readonly #model: StaticModel;

  constructor(model: StaticModel, identity: EncoderIdentity) {
    this.#model = model;
    this.identity = identity;
  }

  /** Reads and hashes the weights in `folder`: weights.safetensors, vocabulary.txt, identity.json. */
  static async open(folder = FOLDER): Promise<EmbeddedTextEncoder> {
    const [weights, vocabulary, card] = await Promise.all([
      readFile(`${folder}/weights.safetensors`),
      readFile(`${folder}/vocabulary.txt`, 'utf8'),
      readFile(`${folder}/identity.json`, 'utf8'),
    ]);
    const { name, version } = JSON.parse(card) as { name: string; version: string };
    const weightsHash = createHash('sha256').update(weights).update(vocabulary).digest('hex');
    const model = new StaticModel(weights, vocabulary);
    return new EmbeddedTextEncoder(model, { name, version, dimension: model.dimension, weightsHash });
  }

  async encode(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const turn = new Turn();
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await this.#encodeOne(text, turn));
    return vectors;
  }

  encodeProfile(text: string): Promise<ProfileVectors> {
    return encodeProfileWith((texts) => this.encode(texts), text);
  }

  async close(): Promise<void> {}

  #encodeOne(text: string, turn: Turn): Float32Array | Promise<Float32Array> {
    if (text.length > PIECE_UNITS) return this.#encodeLong(text, turn);
    const vector = this.#model.encode(text);
    return turn.over() ? turn.yield().then(() => vector) : vector;
  }

  async #encodeLong(text: string, turn: Turn): Promise<Float32Array> {
    const sum = new Float64Array(this.identity.dimension);
    for (const piece of cutAtSpaces(text, PIECE_UNITS)) {
      this.#model.add(piece, sum);
      if (turn.over()) await turn.yield();
    }
    return toUnitNorm(new Float32Array(sum));
  }
}

/** The time since the event loop last had its turn. */
class Turn {
  #startedMs = performance.now();

  over(): boolean {
    return performance.now() - this.#startedMs > SLICE_MS;
  }

  async yield(): Promise<void> {
    await nextTurn();
    this.#startedMs = performance.now();
  }
}
