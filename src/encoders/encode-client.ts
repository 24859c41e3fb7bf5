import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EncodeAnswer, EncodeTask } from './encode-protocol.ts';
import type { ProfileVectors } from './text-encoder.ts';

/** The calling thread's end of an encoder's worker: texts in, vectors out. A worker that dies rejects what it owed. */
export class EncodeThread {
  readonly #worker: Worker;
  readonly #owed = new Map<number, PromiseWithResolvers<Extract<EncodeAnswer, { vectors: unknown }>>>();
  #nextId = 0;
  #ended: Error | undefined;

  /** `setup`: the script's `workerData`. */
  constructor(script: URL, setup: unknown) {
    this.#worker = new Worker(script, { workerData: setup });
    this.#worker.on('message', (answer: EncodeAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the encoder was closed')));
    this.#worker.unref();
  }

  /** True once it can do nothing any more. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Vectors as the worker gives them. */
  async encode(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { vectors, dimension } = await this.#ask({ texts });
    return rows(vectors, dimension);
  }

  /** For workers that split a text by themselves. */
  async encodeProfile(text: string): Promise<ProfileVectors> {
    const { vectors, dimension, spans = [] } = await this.#ask({ profile: text });
    const [vector, ...ofSentences] = rows(vectors, dimension);
    return { vector: vector!, sentences: spans.map((span, i) => ({ ...span, vector: ofSentences[i]! })) };
  }

  /** At once; what is owed is rejected. */
  async close(): Promise<void> {
    if (this.#ended) return;
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited;
  }

  /** When everything is done that was asked for. */
  async closeWhenIdle(): Promise<void> {
    await Promise.allSettled([...this.#owed.values()].map(({ promise }) => promise));
    await this.close();
  }

  #ask(task: Omit<EncodeTask, 'id'>): Promise<Extract<EncodeAnswer, { vectors: unknown }>> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    const owed = Promise.withResolvers<Extract<EncodeAnswer, { vectors: unknown }>>();
    this.#owed.set(id, owed);
    this.#worker.ref();
    this.#worker.postMessage({ id, ...task } satisfies EncodeTask);
    return owed.promise;
  }

  #settle(answer: EncodeAnswer): void {
    const owed = this.#owed.get(answer.id)!;
    this.#owed.delete(answer.id);
    if (this.#owed.size === 0) this.#worker.unref();
    if ('error' in answer) owed.reject(new Error(answer.error));
    else owed.resolve(answer);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const owed of this.#owed.values()) owed.reject(this.#ended);
    this.#owed.clear();
  }
}

function rows(vectors: Float32Array, dimension: number): readonly Float32Array[] {
  return Array.from({ length: vectors.length / dimension }, (_, n) =>
    vectors.slice(n * dimension, (n + 1) * dimension),
  );
}
