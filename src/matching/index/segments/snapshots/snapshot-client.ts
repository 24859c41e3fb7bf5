/** Threads for snapshot files: started on first use, apart from the query threads. */
import { WorkerPool } from '../../../../platform/threads/worker-pool.ts';
import { DamagedSnapshot } from './snapshot-format.ts';
import type { AnySnapshotResult, SnapshotRequest, SnapshotResult } from './snapshot-protocol.ts';

const script = new URL('./snapshot-worker.ts', import.meta.url);

export class SnapshotClient {
  readonly #workers: WorkerPool<SnapshotRequest, AnySnapshotResult>;

  /** `threads`: their greatest number. */
  constructor(threads: number) {
    this.#workers = new WorkerPool(script, { name: 'index snapshots', errors: [DamagedSnapshot] }, threads);
  }

  /** Rejects with `DamagedSnapshot` where a file does not match its manifest. */
  call<R extends SnapshotRequest>(request: R): Promise<SnapshotResult<R['kind']>> {
    return this.#workers.call(request) as Promise<SnapshotResult<R['kind']>>;
  }

  /** Ends at once; pending calls are rejected. */
  close(): Promise<void> {
    return this.#workers.close();
  }
}
