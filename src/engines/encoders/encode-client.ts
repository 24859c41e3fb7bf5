/** The caller's end of an encoder's worker: texts in, vectors out. */
import { WorkerClient } from '../../platform/threads/worker-client.ts';
import type { EncodeAnswer, EncodeRequest } from './encode-protocol.ts';
import type { ProfileVectors } from './text-encoder.ts';

export class EncodeClient {
  readonly #worker: WorkerClient<EncodeRequest, EncodeAnswer>;

  /** `setup`: the script's `workerData`. `isNative`: as in `ThreadSettings`. */
  constructor(script: URL, setup: unknown, { isNative = false } = {}) {
    this.#worker = new WorkerClient(script, { name: 'text encoder', data: setup, isNative });
  }

  /** Vectors as the worker gives them. */
  async encode(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { vectors, dimension } = await this.#worker.call({ texts });
    return rows(vectors, dimension);
  }

  /** For workers that split a text themselves. */
  async encodeProfile(text: string): Promise<ProfileVectors> {
    const { vectors, dimension, spans = [] } = await this.#worker.call({ profile: text });
    const [vector, ...ofSentences] = rows(vectors, dimension);
    return { vector: vector!, sentences: spans.map((span, i) => ({ ...span, vector: ofSentences[i]! })) };
  }

  /** Pending calls reject at once. */
  close(): Promise<void> {
    return this.#worker.close();
  }

  /** Resolves when all pending calls are answered. */
  closeWhenIdle(): Promise<void> {
    return this.#worker.closeWhenIdle();
  }
}

function rows(vectors: Float32Array, dimension: number): readonly Float32Array[] {
  return Array.from({ length: vectors.length / dimension }, (_, n) =>
    vectors.slice(n * dimension, (n + 1) * dimension),
  );
}
