import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EventLoopYielder } from '../../../platform/threads/event-loop-yielder.ts';
import { EncodeClient } from '../encode-client.ts';
import { encodeProfileWith } from '../encode-in-parts.ts';
import type { TextEncoder as Encoder, EncoderIdentity, ProfileVectors } from '../text-encoder.ts';
import { encodeText } from './encode-text.ts';
import { type ModelFiles, StaticModel } from './static-model.ts';

/**
 * The default encoder; needs only this repository. Short texts are encoded on the calling thread, because a
 * message to a worker and back takes longer. All callers together use a limited slice of each turn of the
 * event loop. Long texts and batches go to a worker thread, which starts with the first of them and shares
 * the memory of the weights.
 */

const FOLDER = fileURLToPath(new URL('../../../../models/text-encoder/', import.meta.url));
const script = new URL('./encode-worker.ts', import.meta.url);
const SLICE_MS = 4;
/** UTF-16 units that one call may encode on the calling thread: about 2 ms. */
const INLINE_UNITS = 8192;

export interface EmbeddedOptions {
  /** Reads and hashes the weights of this folder: weights.safetensors, vocabulary.txt, identity.json. */
  readonly folder?: string;
  /** Never starts a thread: for callers that run in one themselves. */
  readonly inline?: boolean;
}

export class EmbeddedTextEncoder implements Encoder {
  readonly identity: EncoderIdentity;
  readonly #files: ModelFiles;
  readonly #model: StaticModel;
  readonly #inlineUnits: number;
  readonly #yielder = new EventLoopYielder(SLICE_MS);
  #client: EncodeClient | null = null;

  private constructor(files: ModelFiles, model: StaticModel, identity: EncoderIdentity, inlineUnits: number) {
    this.#files = files;
    this.#model = model;
    this.identity = identity;
    this.#inlineUnits = inlineUnits;
  }

  static async open({ folder = FOLDER, inline = false }: EmbeddedOptions = {}): Promise<EmbeddedTextEncoder> {
    const [weights, vocabulary, card] = await Promise.all([
      readFile(`${folder}/weights.safetensors`),
      readFile(`${folder}/vocabulary.txt`, 'utf8'),
      readFile(`${folder}/identity.json`, 'utf8'),
    ]);
    const { name, version } = JSON.parse(card) as { name: string; version: string };
    const weightsHash = createHash('sha256').update(weights).update(vocabulary).digest('hex');
    const files = { weights: shared(weights), vocabulary };
    const model = new StaticModel(files.weights, vocabulary);
    const identity = { name, version, dimension: model.dimension, weightsHash };
    return new EmbeddedTextEncoder(files, model, identity, inline ? Number.POSITIVE_INFINITY : INLINE_UNITS);
  }

  async encode(texts: readonly string[]): Promise<readonly Float32Array[]> {
    let units = 0;
    for (const text of texts) units += text.length;
    return units > this.#inlineUnits ? this.#worker().encode(texts) : this.#encodeHere(texts);
  }

  async encodeProfile(text: string): Promise<ProfileVectors> {
    // The sentences are as long as the whole text once more.
    return 2 * text.length > this.#inlineUnits
      ? this.#worker().encodeProfile(text)
      : encodeProfileWith((texts) => this.#encodeHere(texts), text);
  }

  /** Ends the thread after its pending work. The encoder holds nothing else and can be used again. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.closeWhenIdle();
  }

  async #encodeHere(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      const waiting = this.#yielder.yieldIfDue();
      if (waiting !== undefined) await waiting;
      vectors.push(encodeText(this.#model, text));
    }
    return vectors;
  }

  #worker(): EncodeClient {
    this.#client ??= new EncodeClient(script, this.#files);
    return this.#client;
  }
}

/** A copy that threads can share. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  copy.set(bytes);
  return copy;
}
