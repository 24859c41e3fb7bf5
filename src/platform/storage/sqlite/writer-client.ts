/** The caller's end of the writing thread. */
import { WorkerClient } from '../../threads/worker-client.ts';
import { actingNow } from '../acting.ts';
import type { NamedWrite, RunWrite } from '../sql/write-operations.ts';
import type { SqliteSettings } from './open-database.ts';
import { explainWriteError } from './sqlite-errors.ts';

const script = new URL('./writer-worker.ts', import.meta.url);

export class WriterClient {
  readonly #worker: WorkerClient<NamedWrite, never>;

  constructor(settings: SqliteSettings) {
    this.#worker = new WorkerClient(script, { name: 'store writer', data: settings });
  }

  /**
   * When the thread dies during a change, the change is either rolled back or committed without an answer.
   */
  readonly write: RunWrite = (name, ...args) =>
    this.#worker.call({ name, args, origin: actingNow() }).catch((error: unknown) => {
      throw explainWriteError(error);
    });

  /** Waits for every pending change. */
  close(): Promise<void> {
    return this.#worker.closeWhenIdle();
  }
}
