/**
 * Serves models in inference threads. The first query of a model opens it in one of the threads. Above the
 * memory limit the least recently used models without pending queries are closed. Several threads serve
 * several models at once; the main thread computes nothing.
 */
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { readModelFile } from '../adaptation/kept-model.ts';
import type { ArchitectureName } from '../models/architecture.ts';
import { InferenceClient } from './inference-client.ts';
import type { Answers, ModelQuery, SentFile } from './inference-protocol.ts';

export interface ModelServing {
  /** Opens the model if needed. Rejects with 422 `unknown_item`, or with `ThreadEnded`. */
  query<Kind extends ModelQuery['kind']>(
    model: ReadyModel,
    query: Extract<ModelQuery, { kind: Kind }>,
  ): Promise<Answers[Kind]>;
  /** The open models and their memory. */
  stats(): { readonly models: number; readonly memoryBytes: number };
  /** Rejects the pending queries and ends the threads. */
  close(): Promise<void>;
}

export interface ModelServingParts {
  readonly artifacts: Pick<ArtifactStore, 'read'>;
  /** The maximum number of threads. */
  readonly threads: number;
  /** The limit on the memory of all open models, bytes; a single open model may exceed it. */
  readonly maxMemoryBytes: number;
  /** The module whose `loadArchitecture` opens models; default: the service's own. */
  readonly architectures?: URL;
}

interface Served {
  /** Identifies the model in its thread. */
  readonly number: number;
  readonly client: InferenceClient;
  /** Resolves when the model is open. */
  opening: Promise<void>;
  /** The number of the thread in which the model is opened; null while its files are read. */
  thread: number | null;
  /** 0 until the model is open. */
  memoryBytes: number;
  /** The number of pending queries. */
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
    this.#removeLost();
    const key = `${model.tenantId}/${model.modelId}`;
    const served = this.#served.get(key) ?? this.#begin(key, model);
    this.#served.delete(key);
    this.#served.set(key, served);
    return served;
  }

  /** Removes the models whose thread has died. */
  #removeLost(): void {
    for (const [key, { thread, client }] of this.#served)
      if (thread !== null && thread !== client.running) this.#served.delete(key);
  }

  #begin(key: string, model: ReadyModel): Served {
    const served: Served = {
      number: this.#next++,
      client: this.#leastLoadedClient(),
      opening: Promise.resolve(),
      thread: null,
      memoryBytes: 0,
      inFlight: 0,
    };
    served.opening = this.#open(served, model);
    served.opening.catch(() => {
      // The pending queries reject with the error; the next query opens the model again.
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
    const { modelId, architecture } = model;
    served.thread = client.start();
    served.memoryBytes = await client.open(
      number,
      { modelId, architecture: architecture as ArchitectureName },
      files,
    );
    this.#evict();
  }

  /**
   * A new client if every client has an open model and the limit of threads allows one more. Otherwise the
   * client whose open models have the least memory. A model that is not yet open counts as 0 bytes.
   */
  #leastLoadedClient(): InferenceClient {
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

  /** Closes the least recently used models without pending queries until the memory limit is met. */
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
