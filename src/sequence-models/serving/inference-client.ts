/** The server's side of one thread of inference. */
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

  /** `architectures`: the module whose `loadArchitecture` the thread opens models by. */
  constructor(architectures: URL) {
    const data: InferenceSetup = { architectures: architectures.href };
    this.#worker = new WorkerClient(script, { name: 'inference', isNative: true, data });
  }

  /** Number of the thread that runs; null: none does. Models are gone with the thread that they were opened in. */
  get running(): number | null {
    return this.#worker.running;
  }

  /** Number of the thread that models are opened in now. */
  start(): number {
    return this.#worker.start();
  }

  /** The bytes that it holds from now on. The files' bytes go over to the thread. */
  async open(model: number, architecture: ArchitectureName, files: readonly SentFile[]): Promise<number> {
    const transfer = files.map(({ bytes }) => bytes.buffer);
    return (await this.#worker.call({ kind: 'open', model, architecture, files }, { transfer })) as number;
  }

  /** After what was asked before. */
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

  /** What is owed is rejected at once. */
  terminate(): Promise<void> {
    return this.#worker.close();
  }
}
