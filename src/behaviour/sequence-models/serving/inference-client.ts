/** The caller's end of one inference thread. */
import { WorkerClient } from '../../../platform/threads/worker-client.ts';
import type { ArchitectureName } from '../models/architecture.ts';
import type {
  Answers,
  InferenceAnswer,
  InferenceRequest,
  InferenceSetup,
  ModelQuery,
  SentFile,
} from './inference-protocol.ts';

const script = new URL('./inference-worker.ts', import.meta.url);

export class InferenceClient {
  readonly #worker: WorkerClient<InferenceRequest, InferenceAnswer>;

  /** `architectures`: the module whose `loadArchitecture` opens models in the thread. */
  constructor(architectures: URL) {
    const data: InferenceSetup = { architectures: architectures.href };
    this.#worker = new WorkerClient(script, { name: 'inference', isNative: true, data });
  }

  /** The number of the running thread; null if none runs. The models of a thread are lost with the thread. */
  get running(): number | null {
    return this.#worker.running;
  }

  /**
   * Starts a thread if none runs; returns the number of the running one. Throws `ThreadEnded` if the client
   * is closed, or while a restart is delayed because several threads in a row have died.
   */
  start(): number {
    return this.#worker.start();
  }

  /**
   * Opens a model under this number and returns its memory in bytes. The buffers of the files are transferred
   * to the thread.
   */
  async open(
    model: number,
    named: { readonly modelId: string; readonly architecture: ArchitectureName },
    files: readonly SentFile[],
  ): Promise<number> {
    const transfer = files.map(({ bytes }) => bytes.buffer);
    return (await this.#worker.call({ kind: 'open', model, ...named, files }, { transfer })) as number;
  }

  /** Closes the model after the queries that were sent before. */
  close(model: number): void {
    this.#worker.notify({ kind: 'close', model });
  }

  /** Rejects with 422 `unknown_item`, or with `ThreadEnded`. */
  query<Kind extends ModelQuery['kind']>(
    model: number,
    query: Extract<ModelQuery, { kind: Kind }>,
  ): Promise<Answers[Kind]> {
    return this.#worker.call({ kind: 'query', model, query }) as Promise<Answers[Kind]>;
  }

  /** Rejects the pending queries and ends the thread after its current computation. */
  terminate(): Promise<void> {
    return this.#worker.close();
  }
}
