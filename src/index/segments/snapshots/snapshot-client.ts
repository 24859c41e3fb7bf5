/** Threads for the files of snapshots: made when there is something to do, apart from those that answer queries. */
import { WorkerPool } from '../../../threads/worker-pool.ts';
import { DamagedSnapshot } from './snapshot-format.ts';
import type { AnySnapshotResult, SnapshotRequest, SnapshotResult } from './snapshot-protocol.ts';

const script = new URL('./snapshot-worker.ts', import.meta.url);

export class SnapshotClient {
  readonly #workers: WorkerPool<SnapshotRequest, AnySnapshotResult>;

  /** `most`: threads. */
  constructor(most: number) {
    this.#workers = new WorkerPool(script, { name: 'index snapshots', errors: [DamagedSnapshot] }, most);
  }

  /** Rejects with `DamagedSnapshot` where a file is not what it should be. */
  ask<R extends SnapshotRequest>(request: R): Promise<SnapshotResult<R['kind']>> {
    return this.#workers.call(request) as Promise<SnapshotResult<R['kind']>>;
  }

  /** At once; what is owed is rejected. */
  close(): Promise<void> {
    return this.#workers.close();
  }
}
