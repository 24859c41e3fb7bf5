/**
 * Models that answer requests: opened in threads of inference when they are first asked, closed again, the longest unused
 * first, where all together hold more memory than they may. Each is open in one thread, so several threads serve several
 * models at once, and the main thread computes nothing.
 */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { readModelFile } from '../adaptation/kept-model.ts';
import type { ArchitectureName } from '../models/architecture.ts';
import type { Answers, Ask, SentFile } from './inference-protocol.ts';
import { InferenceThread } from './inference-thread.ts';

export interface ModelServing {
  /** Opens the model where it is not. Throws 422 `unknown_item`. */
  ask<Kind extends Ask['kind']>(model: ReadyModel, ask: Extract<Ask, { kind: Kind }>): Promise<Answers[Kind]>;
  /** What is open now. */
  stats(): { readonly models: number; readonly memoryBytes: number };
  /** At once; what is owed is rejected. */
  close(): Promise<void>;
}

export interface ModelServingParts {
  readonly artifacts: Pick<ArtifactStore, 'read'>;
  readonly threads: number;
  /** Bytes that open models may hold; one alone may hold more. */
  readonly mostMemory: number;
  /** The module whose `loadArchitecture` opens models; default: that of the service. */
  readonly architectures?: URL;
}

interface Served {
  readonly number: number;
  readonly thread: InferenceThread;
  readonly opening: Promise<void>;
  memoryBytes: number;
  /** Asks under way. */
  asked: number;
}

const ownArchitectures = new URL('../models/architectures.ts', import.meta.url);

export function createModelServing(parts: ModelServingParts): ModelServing {
  return new Serving(parts);
}

class Serving implements ModelServing {
  readonly #parts: ModelServingParts;
  readonly #threads: InferenceThread[] = [];
  /** By tenant and id, the longest unused first. */
  readonly #served = new Map<string, Served>();
  #next = 0;
  #closed = false;

  constructor(parts: ModelServingParts) {
    this.#parts = parts;
  }

  async ask<Kind extends Ask['kind']>(
    model: ReadyModel,
    ask: Extract<Ask, { kind: Kind }>,
  ): Promise<Answers[Kind]> {
    const served = this.#servedOf(model);
    served.asked++;
    try {
      await served.opening;
      return await served.thread.ask(served.number, ask);
    } finally {
      served.asked--;
      this.#evict();
    }
  }

  stats() {
    const memoryBytes = this.#heldBytes();
    return { models: this.#served.size, memoryBytes };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  #servedOf(model: ReadyModel): Served {
    if (this.#closed) throw new Error('the serving of models was closed');
    const key = `${model.tenantId}/${model.modelId}`;
    const known = this.#served.get(key);
    this.#served.delete(key);
    const served = known === undefined || known.thread.hasEnded ? this.#begin(key, model) : known;
    this.#served.set(key, served);
    return served;
  }

  #begin(key: string, model: ReadyModel): Served {
    const thread = this.#freestThread();
    const number = this.#next++;
    const served: Served = {
      number,
      thread,
      opening: this.#open(thread, number, model),
      memoryBytes: 0,
      asked: 0,
    };
    served.opening.catch(() => {
      // Those who asked hear of it; the next one tries again.
      if (this.#served.get(key) === served) this.#served.delete(key);
    });
    return served;
  }

  async #open(thread: InferenceThread, number: number, model: ReadyModel): Promise<void> {
    const files: SentFile[] = [];
    for (const file of model.made.files) {
      const bytes = await readModelFile(this.#parts.artifacts, file);
      files.push({ part: file.part, key: file.key, sha256: file.sha256, bytes });
    }
    const memoryBytes = await thread.open(number, model.architecture as ArchitectureName, files);
    for (const served of this.#served.values())
      if (served.number === number) served.memoryBytes = memoryBytes;
    this.#evict();
  }

  /** That with the least in it; a new one while there may be more. */
  #freestThread(): InferenceThread {
    const { threads, architectures = ownArchitectures } = this.#parts;
    for (const [at, thread] of this.#threads.entries())
      if (thread.hasEnded) this.#threads[at] = new InferenceThread(architectures);
    if (this.#threads.length < threads && this.#threads.every((thread) => this.#heldBytes(thread) > 0))
      this.#threads.push(new InferenceThread(architectures));
    return this.#threads.reduce((least, thread) =>
      this.#heldBytes(thread) < this.#heldBytes(least) ? thread : least,
    );
  }

  #heldBytes(thread?: InferenceThread): number {
    let sum = 0;
    for (const served of this.#served.values())
      if (thread === undefined || served.thread === thread) sum += served.memoryBytes;
    return sum;
  }

  #evict(): void {
    let held = this.#heldBytes();
    for (const [key, served] of this.#served) {
      if (held <= this.#parts.mostMemory || this.#served.size === 1) return;
      if (served.asked > 0) continue;
      this.#served.delete(key);
      served.thread.close(served.number);
      held -= served.memoryBytes;
    }
  }
}
