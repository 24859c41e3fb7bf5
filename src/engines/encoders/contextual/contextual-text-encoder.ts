import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { EncodeClient } from '../encode-client.ts';
import type { TextEncoder as Encoder, EncoderIdentity, ProfileVectors } from '../text-encoder.ts';
import type { ModelFiles } from './contextual-network.ts';

/**
 * The second encoder of this repository: three layers of a transformer, which read words in their context. It
 * runs in a worker thread. The same text gives the same vector, to the bit, in every batch and in every
 * process of a machine (`models/contextual-text-encoder/README.md`).
 */

const FOLDER = fileURLToPath(new URL('../../../../models/contextual-text-encoder/', import.meta.url));
const script = new URL('./encode-worker.ts', import.meta.url);
/** More threads gain little on texts of a few sentences, and take cores from the server. */
const MOST_THREADS = 2;

export interface ContextualOptions {
  /** Holds model.onnx, vocabulary.txt and identity.json. */
  readonly folder?: string;
  /** ONNX Runtime's threads; vectors do not depend on them. */
  readonly threads?: number;
}

interface Card {
  readonly name: string;
  readonly version: string;
  readonly dimension: number;
  /** SHA-256 of model.onnx followed by vocabulary.txt, hex. */
  readonly sha256: string;
}

export class ContextualTextEncoder implements Encoder {
  readonly identity: EncoderIdentity;
  readonly #client: EncodeClient;

  private constructor(identity: EncoderIdentity, client: EncodeClient) {
    this.identity = identity;
    this.#client = client;
  }

  /** Throws where a file is missing, or is not the one that identity.json names. */
  static async open({
    folder = FOLDER,
    threads = Math.min(MOST_THREADS, availableParallelism()),
  }: ContextualOptions = {}): Promise<ContextualTextEncoder> {
    const [model, vocabulary, card] = await Promise.all([
      readFile(`${folder}/model.onnx`),
      readFile(`${folder}/vocabulary.txt`, 'utf8'),
      readFile(`${folder}/identity.json`, 'utf8'),
    ]);
    const { name, version, dimension, sha256 } = JSON.parse(card) as Card;
    const weightsHash = createHash('sha256').update(model).update(vocabulary).digest('hex');
    if (weightsHash !== sha256)
      throw new Error(
        `the text encoder in ${folder} is damaged: its files have the SHA-256 ${weightsHash}, and identity.json names ${sha256}. Fetch model.onnx and vocabulary.txt again, as they are in the repository.`,
      );
    const files: ModelFiles = { model, vocabulary, dimension, threads };
    const client = new EncodeClient(script, files, { isNative: true });
    return new ContextualTextEncoder({ name, version, dimension, weightsHash }, client);
  }

  encode(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return texts.length === 0 ? Promise.resolve([]) : this.#client.encode(texts);
  }

  encodeProfile(text: string): Promise<ProfileVectors> {
    return this.#client.encodeProfile(text);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
