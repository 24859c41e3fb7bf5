/** Threads for the files of snapshots: made when there is something to do, apart from those that answer queries. */
import { Worker } from 'node:worker_threads';
import { DamagedSnapshot } from './snapshot-format.ts';
import type { SnapshotAnswer, SnapshotRequest, SnapshotResult } from './snapshot-protocol.ts';

const script = new URL('./snapshot-worker.ts', import.meta.url);

interface Running {
  readonly worker: Worker;
  readonly owed: Map<number, PromiseWithResolvers<unknown>>;
}

export class SnapshotThreads {
  readonly #running: Running[] = [];
  readonly #most: number;
  #next = 0;
  #closed = false;

  constructor(most: number) {
    this.#most = Math.max(1, most);
  }

  /** Rejects with `DamagedSnapshot` where a file is not what it should be. */
  ask<R extends SnapshotRequest>(request: R): Promise<SnapshotResult<R['kind']>> {
    if (this.#closed) return Promise.reject(new Error('the snapshot threads were closed'));
    const { worker, owed } = this.#idlest();
    const id = this.#next++;
    const answer = Promise.withResolvers<unknown>();
    owed.set(id, answer);
    worker.ref();
    worker.postMessage({ id, request });
    return answer.promise as Promise<SnapshotResult<R['kind']>>;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#running.splice(0).map(({ worker }) => worker.terminate()));
  }

  #idlest(): Running {
    const [idlest] = this.#running.toSorted((a, b) => a.owed.size - b.owed.size);
    if (idlest !== undefined && (idlest.owed.size === 0 || this.#running.length >= this.#most)) return idlest;
    const running = this.#start();
    this.#running.push(running);
    return running;
  }

  #start(): Running {
    const running: Running = { worker: new Worker(script), owed: new Map() };
    const { worker, owed } = running;
    const end = (reason: Error) => {
      const at = this.#running.indexOf(running);
      if (at >= 0) this.#running.splice(at, 1);
      for (const { reject } of owed.values()) reject(reason);
      owed.clear();
    };
    worker.unref();
    worker.on('message', (answer: SnapshotAnswer) => {
      const owing = owed.get(answer.id);
      owed.delete(answer.id);
      if (owed.size === 0) worker.unref();
      if ('result' in answer) owing?.resolve(answer.result);
      else owing?.reject(answer.isDamage ? new DamagedSnapshot(answer.error) : new Error(answer.error));
    });
    worker.on('error', end);
    worker.on('exit', () => end(new Error('a snapshot thread ended')));
    return running;
  }
}
