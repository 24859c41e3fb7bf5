/** The calling thread's end of an image network: pixels in, one vector out. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface ImageTask {
  readonly id: number;
  /** [1 × 3 × height × width] */
  readonly planes: Float32Array;
  readonly shape: readonly number[];
}

export type ImageAnswer =
  | { readonly id: number; readonly vector: Float32Array }
  | { readonly id: number; readonly error: string };

export class ImageThread {
  readonly #worker: Worker;
  readonly #owed = new Map<number, PromiseWithResolvers<Float32Array>>();
  #lastId = 0;
  #ended: Error | undefined;

  constructor(modelPath: string) {
    this.#worker = new Worker(new URL('./image-worker.ts', import.meta.url), { workerData: { modelPath } });
    this.#worker.on('message', (answer: ImageAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the image encoder was closed')));
    this.#worker.unref();
  }

  /** As the network gives it, pooled over places where it has some [D]. */
  run(planes: Float32Array, shape: readonly number[]): Promise<Float32Array> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    const owed = Promise.withResolvers<Float32Array>();
    this.#owed.set(id, owed);
    this.#worker.ref();
    this.#worker.postMessage({ id, planes, shape } satisfies ImageTask, [planes.buffer as ArrayBuffer]);
    return owed.promise;
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited;
  }

  #settle(answer: ImageAnswer): void {
    const owed = this.#owed.get(answer.id)!;
    this.#owed.delete(answer.id);
    if (this.#owed.size === 0) this.#worker.unref();
    if ('error' in answer) owed.reject(new Error(answer.error));
    else owed.resolve(answer.vector);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const owed of this.#owed.values()) owed.reject(this.#ended);
    this.#owed.clear();
  }
}
