import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EncodeAnswer, EncodeTask, WorkerSetup } from './encode-worker.ts';

/** The main thread's end of encode-worker.ts: a batch in, its vectors out. A worker that dies rejects what it owed. */
export class EncodeThread {
  readonly #worker: Worker;
  readonly #owed = new Map<number, PromiseWithResolvers<readonly Float32Array[]>>();
  #nextId = 0;
  #ended: Error | undefined;

  constructor(setup: WorkerSetup) {
    this.#worker = new Worker(new URL('./encode-worker.ts', import.meta.url), { workerData: setup });
    this.#worker.on('message', (answer: EncodeAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the encoder was closed')));
    this.#worker.unref();
  }

  /** Vectors as the model gives them, not normalised. */
  encode(texts: readonly string[]): Promise<readonly Float32Array[]> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    const owed = Promise.withResolvers<readonly Float32Array[]>();
    this.#owed.set(id, owed);
    this.#worker.ref();
    this.#worker.postMessage({ id, texts } satisfies EncodeTask);
    return owed.promise;
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited;
  }

  #settle(answer: EncodeAnswer): void {
    const owed = this.#owed.get(answer.id)!;
    this.#owed.delete(answer.id);
    if (this.#owed.size === 0) this.#worker.unref();
    if ('error' in answer) owed.reject(new Error(answer.error));
    else owed.resolve(rows(answer.vectors, answer.dimension));
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
