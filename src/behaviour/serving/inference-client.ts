/** The server's side of one thread of inference. A thread that died rejects all that it owes and is not used again. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { apiError } from '../../contract/errors.ts';
import type { ArchitectureName } from '../models/architecture.ts';
import type {
  Answers,
  Ask,
  FromInference,
  SentFile,
  ToInference,
  UnknownItems,
} from './inference-protocol.ts';

const script = new URL('./inference-worker.ts', import.meta.url);

export class InferenceThread {
  readonly #worker: Worker;
  readonly #owed = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #opening = new Map<number, PromiseWithResolvers<number>>();
  #next = 0;
  #ended: Error | undefined;

  /** `architectures`: the module whose `loadArchitecture` the thread opens models by. */
  constructor(architectures: URL) {
    this.#worker = new Worker(script, { workerData: { architectures: architectures.href } });
    this.#worker.on('message', (message: FromInference) => this.#hear(message));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the thread of inference ended')));
    this.#worker.unref();
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** The bytes that it holds from now on. The files' bytes go over to the thread. */
  open(model: number, architecture: ArchitectureName, files: readonly SentFile[]): Promise<number> {
    const opening = Promise.withResolvers<number>();
    this.#opening.set(model, opening);
    this.#post(
      { kind: 'open', model, architecture, files },
      files.map(({ bytes }) => bytes.buffer),
    );
    if (this.#ended !== undefined) this.#end(this.#ended);
    return opening.promise;
  }

  /** After what was asked before. */
  close(model: number): void {
    this.#post({ kind: 'close', model });
  }

  /** Throws 422 `unknown_item`. */
  ask<Kind extends Ask['kind']>(model: number, ask: Extract<Ask, { kind: Kind }>): Promise<Answers[Kind]> {
    const id = this.#next++;
    const owed = Promise.withResolvers<unknown>();
    this.#owed.set(id, owed);
    this.#post({ kind: 'ask', id, model, ask });
    if (this.#ended !== undefined) this.#end(this.#ended);
    return owed.promise as Promise<Answers[Kind]>;
  }

  async terminate(): Promise<void> {
    if (this.#ended !== undefined) return;
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited;
  }

  #post(message: ToInference, transfer: readonly ArrayBuffer[] = []): void {
    if (this.#owed.size + this.#opening.size > 0) this.#worker.ref();
    this.#worker.postMessage(message, [...transfer]);
  }

  #hear(message: FromInference): void {
    if (message.kind === 'opened' || message.kind === 'unopened') {
      const opening = this.#opening.get(message.model);
      this.#opening.delete(message.model);
      if (message.kind === 'opened') opening?.resolve(message.memoryBytes);
      else opening?.reject(new Error(`a model could not be opened: ${message.error}`));
    } else {
      const owed = this.#owed.get(message.id);
      this.#owed.delete(message.id);
      if (message.kind === 'answer') owed?.resolve(message.answer);
      else if (message.kind === 'unknown') owed?.reject(unknownItems(message.unknown));
      else owed?.reject(new Error(message.error));
    }
    if (this.#owed.size + this.#opening.size === 0) this.#worker.unref();
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const owed of [...this.#owed.values(), ...this.#opening.values()]) owed.reject(this.#ended);
    this.#owed.clear();
    this.#opening.clear();
  }
}

function unknownItems({ first, count }: UnknownItems) {
  const shown = first.slice(0, 5).map((id) => `«${id}»`);
  const more = count > shown.length ? ` and ${count - shown.length} more` : '';
  return apiError(
    'unknown_item',
    `The model’s catalogue has no item ${shown.join(', ')}${more}. It has the items of its dataset; leave out others, or adapt a model on a dataset that has them.`,
    { item_ids: first, unknown: count },
  );
}
