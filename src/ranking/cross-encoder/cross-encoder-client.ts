/**
 * The serving side of trained cross encoders: one thread for all of them, begun when the first is needed, and begun anew
 * when it has died. A session is kept for each that was used lately and closed when others take its place, so heads that
 * are no longer in force leave nothing behind but at most that many.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Batch } from '../../tensor/training/batch.ts';
import type { CrossEncoder } from './cross-encoder.ts';
import type { ThreadAnswer, ThreadTask } from './cross-encoder-protocol.ts';

export interface CrossEncoderThread {
  /** Points of each pair [B]. Rejects where the model cannot be run, and where the thread died or was closed meanwhile. */
  read(encoder: CrossEncoder, batch: Batch): Promise<Float32Array>;
  /** At once; what is owed is rejected. Nothing is read after it. */
  close(): Promise<void>;
}

/** A session of a small network holds some hundreds of KiB. */
const MOST_SESSIONS = 64;
const script = new URL('./cross-encoder-worker.ts', import.meta.url);

export function createCrossEncoderThread(mostSessions = MOST_SESSIONS): CrossEncoderThread {
  let running: RunningThread | null = null;
  let closed = false;
  return {
    async read(encoder, batch) {
      if (closed) throw new Error('the thread of cross encoders was closed');
      if (running === null || running.hasEnded) running = new RunningThread(mostSessions);
      return running.read(encoder, batch);
    },
    async close() {
      closed = true;
      await running?.close();
    },
  };
}

class RunningThread {
  readonly #worker = new Worker(script);
  readonly #owed = new Map<number, PromiseWithResolvers<Float32Array>>();
  /** Numbers of the open ones, the longest unused first. */
  readonly #open = new Map<CrossEncoder, number>();
  readonly #mostSessions: number;
  #next = 0;
  #ended: Error | undefined;

  constructor(mostSessions: number) {
    this.#mostSessions = mostSessions;
    this.#worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the thread of cross encoders ended')));
    this.#worker.unref();
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  read(encoder: CrossEncoder, batch: Batch): Promise<Float32Array> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const number = this.#numberOf(encoder);
    const id = this.#next++;
    const owed = Promise.withResolvers<Float32Array>();
    this.#owed.set(id, owed);
    this.#worker.ref();
    this.#post({ id, encoder: number, batch });
    return owed.promise;
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited;
  }

  #numberOf(encoder: CrossEncoder): number {
    const known = this.#open.get(encoder);
    const number = known ?? this.#next++;
    if (known === undefined) this.#post({ open: number, model: encoder.model });
    this.#open.delete(encoder);
    this.#open.set(encoder, number);
    const [oldest] = this.#open;
    if (this.#open.size > this.#mostSessions && oldest !== undefined) {
      this.#open.delete(oldest[0]);
      this.#post({ close: oldest[1] });
    }
    return number;
  }

  #post(task: ThreadTask): void {
    this.#worker.postMessage(task);
  }

  #settle(answer: ThreadAnswer): void {
    const owed = this.#owed.get(answer.id)!;
    this.#owed.delete(answer.id);
    if (this.#owed.size === 0) this.#worker.unref();
    if ('error' in answer) owed.reject(new Error(answer.error));
    else owed.resolve(answer.points);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const owed of this.#owed.values()) owed.reject(this.#ended);
    this.#owed.clear();
  }
}
