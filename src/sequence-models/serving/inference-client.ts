/** The caller's end of one inference thread. */
import { WorkerClient } from '../../threads/worker-client.ts';
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

  /**
   * The number of the running thread; null if none runs. A thread's death closes the models that were open in
   * it.
   */
  get running(): number | null {
    return this.#worker.running;
  }

  /** Starts a thread if none runs; returns the number of the running one. */
  start(): number {
    return this.#worker.start();
  }

  /** Opens a model and returns the bytes that it holds. The files' buffers are transferred to the thread. */
  async open(model: number, architecture: ArchitectureName, files: readonly SentFile[]): Promise<number> {
    const transfer = files.map(({ bytes }) => bytes.buffer);
    return (await this.#worker.call({ kind: 'open', model, architecture, files }, { transfer })) as number;
  }

  /** Closes the model after all queries that were sent before. */
  close(model: number): void {
    this.#worker.tell({ kind: 'close', model });
  }

  /** Throws 422 `unknown_item`. */
  query<Kind extends ModelQuery['kind']>(
    model: number,
    query: Extract<ModelQuery, { kind: Kind }>,
  ): Promise<Answers[Kind]> {
    return this.#worker.call({ kind: 'query', model, query }) as Promise<Answers[Kind]>;
  }

  /** Ends the thread at once; pending queries reject. */
  terminate(): Promise<void> {
    return this.#worker.close();
  }
}
