/**
 * Several threads of one kind. A call goes to an idle thread. If all are busy, another one is started, up to
 * a limit.
 */
import type { CallOptions, ThreadSettings } from './running-thread.ts';
import { ThreadEnded } from './thread-ended.ts';
import { WorkerClient } from './worker-client.ts';

export class WorkerPool<Request, Answer> {
  readonly #script: URL;
  readonly #settings: ThreadSettings;
  readonly #most: number;
  readonly #clients: WorkerClient<Request, Answer>[] = [];
  #isClosed = false;

  /** `most`: number of threads, at least one. */
  constructor(script: URL, settings: ThreadSettings, most: number) {
    this.#script = script;
    this.#settings = settings;
    this.#most = Math.max(1, most);
  }

  /** As `WorkerClient.call`. */
  call(request: Request, options?: CallOptions): Promise<Answer> {
    if (this.#isClosed)
      return Promise.reject(new ThreadEnded(this.#settings.name, 'was closed: it takes no more calls'));
    return this.#idlest().call(request, options);
  }

  /** As `WorkerClient.close`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  /** As `WorkerClient.closeWhenIdle`. */
  async closeWhenIdle(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#clients.map((client) => client.closeWhenIdle()));
  }

  #idlest(): WorkerClient<Request, Answer> {
    const isFull = this.#clients.length === this.#most;
    let idlest: WorkerClient<Request, Answer> | undefined;
    for (const client of this.#clients) if (client.isReady && isIdler(client, idlest)) idlest = client;
    if (idlest !== undefined && (isFull || idlest.load === 0)) return idlest;
    // Every thread waits to be restarted; its error says for how long.
    if (isFull) return this.#clients[0]!;
    const another = new WorkerClient<Request, Answer>(this.#script, this.#settings);
    this.#clients.push(another);
    return another;
  }
}

function isIdler(client: { readonly load: number }, than: { readonly load: number } | undefined): boolean {
  return than === undefined || client.load < than.load;
}
