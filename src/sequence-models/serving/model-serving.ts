/**
 * The models that answer requests. A model is opened in an inference thread by its first query. Above the
 * memory limit the least recently used models are closed. Each model is open in one thread, so several
 * threads serve several models at once, and the main thread computes nothing.
 */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { readModelFile } from '../adaptation/kept-model.ts';
import type { ArchitectureName } from '../models/architecture.ts';
import { InferenceClient } from './inference-client.ts';
import type { Answers, ModelQuery, SentFile } from './inference-protocol.ts';

export interface ModelServing {
  /** Opens the model if needed. Throws 422 `unknown_item`. */
  query<Kind extends ModelQuery['kind']>(
    model: ReadyModel,
    query: Extract<ModelQuery, { kind: Kind }>,
  ): Promise<Answers[Kind]>;
  /** The open models and their memory. */
  stats(): { readonly models: number; readonly memoryBytes: number };
  /** Closes at once; pending queries reject. */
  close(): Promise<void>;
}

export interface ModelServingParts {
  readonly artifacts: Pick<ArtifactStore, 'read'>;
  readonly threads: number;
  /** The limit on the memory of all open models, bytes; a single model may exceed it. */
  readonly maxMemoryBytes: number;
  /** The module whose `loadArchitecture` opens models; default: the service's own. */
  readonly architectures?: URL;
}

interface Served {
  readonly number: number;
  readonly client: InferenceClient;
  opening: Promise<void>;
  /** The number of the thread that has the model open; null while its files are read. */
  thread: number | null;
  memoryBytes: number;
  /** Queries in progress. */
  inFlight: number;
}

const ownArchitectures = new URL('../models/architectures.ts', import.meta.url);

export function createModelServing(parts: ModelServingParts): ModelServing {
  return new Serving(parts);
}

class Serving implements ModelServing {
  readonly #parts: ModelServingParts;
  readonly #clients: InferenceClient[] = [];
  /** By tenant and id, least recently used first. */
  readonly #served = new Map<string, Served>();
  #next = 0;
  #closed = false;

  constructor(parts: ModelServingParts) {
    this.#parts = parts;
  }

  async query<Kind extends ModelQuery['kind']>(
    model: ReadyModel,
    query: Extract<ModelQuery, { kind: Kind }>,
  ): Promise<Answers[Kind]> {
    const served = this.#servedOf(model);
    served.inFlight++;
    try {
      await served.opening;
      return await served.client.query(served.number, query);
    } finally {
      served.inFlight--;
      this.#evict();
    }
  }

  stats() {
    const memoryBytes = this.#heldBytes();
    return { models: this.#served.size, memoryBytes };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#clients.map((client) => client.terminate()));
  }

  #servedOf(model: ReadyModel): Served {
    if (this.#closed) throw new Error('the serving of models was closed');
    this.#forgetLost();
    const key = `${model.tenantId}/${model.modelId}`;
    const served = this.#served.get(key) ?? this.#begin(key, model);
    this.#served.delete(key);
    this.#served.set(key, served);
    return served;
  }

  /** Forgets the models of a thread that has died. */
  #forgetLost(): void {
    for (const [key, { thread, client }] of this.#served)
      if (thread !== null && thread !== client.running) this.#served.delete(key);
  }

  #begin(key: string, model: ReadyModel): Served {
    const served: Served = {
      number: this.#next++,
      client: this.#freestClient(),
      opening: Promise.resolve(),
      thread: null,
      memoryBytes: 0,
      inFlight: 0,
    };
    served.opening = this.#open(served, model);
    served.opening.catch(() => {
      // The callers get the error; the next query opens the model again.
      if (this.#served.get(key) === served) this.#served.delete(key);
    });
    return served;
  }

  async #open(served: Served, model: ReadyModel): Promise<void> {
    const files: SentFile[] = [];
    for (const file of model.made.files) {
      const bytes = await readModelFile(this.#parts.artifacts, file);
      files.push({ part: file.part, key: file.key, sha256: file.sha256, bytes });
    }
    const { client, number } = served;
    served.thread = client.start();
    served.memoryBytes = await client.open(number, model.architecture as ArchitectureName, files);
    this.#evict();
  }

  /** The client with the least memory in use, or a new one while the limit of threads allows. */
  #freestClient(): InferenceClient {
    const { threads, architectures = ownArchitectures } = this.#parts;
    if (this.#clients.length < threads && this.#clients.every((client) => this.#heldBytes(client) > 0))
      this.#clients.push(new InferenceClient(architectures));
    return this.#clients.reduce((least, client) =>
      this.#heldBytes(client) < this.#heldBytes(least) ? client : least,
    );
  }

  #heldBytes(client?: InferenceClient): number {
    let sum = 0;
    for (const served of this.#served.values())
      if (client === undefined || served.client === client) sum += served.memoryBytes;
    return sum;
  }

  #evict(): void {
    let held = this.#heldBytes();
    for (const [key, served] of this.#served) {
      if (held <= this.#parts.maxMemoryBytes || this.#served.size === 1) return;
      if (served.inFlight > 0) continue;
      this.#served.delete(key);
      served.client.close(served.number);
      held -= served.memoryBytes;
    }
  }
}
