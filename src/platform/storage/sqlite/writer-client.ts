/** The caller's end of the writing thread. */
import { WorkerClient } from '../../threads/worker-client.ts';
import type { RunWrite } from '../sql/write-operations.ts';
import { explainWriteError } from './sqlite-errors.ts';
import type { WriteRequest, WriterSettings } from './writer-protocol.ts';

const script = new URL('./writer-worker.ts', import.meta.url);

export class WriterClient {
  readonly #worker: WorkerClient<WriteRequest, never>;

  constructor(settings: WriterSettings) {
    this.#worker = new WorkerClient(script, { name: 'store writer', data: settings });
  }

  /**
   * When the thread dies during a change, the change is either rolled back or committed without an answer.
   */
  readonly write: RunWrite = (name, ...args) =>
    this.#worker.call({ name, args }).catch((error: unknown) => {
      throw explainWriteError(error);
    });

  /** Waits for every pending change. */
  close(): Promise<void> {
    return this.#worker.closeWhenIdle();
  }
}
