/**
 * The servers that are alive, as this one sees it. Once a second every server writes to the database that it
 * lives, and reads the notes of the others. A server without a note for `ALIVE_MS` is dead. One that could
 * not be reached is suspect before that, so that matches leave a killed server within milliseconds.
 *
 * A joining server builds its indexes before it is `ready`, and a leaving one still answers: indexes move
 * while both ends serve. Where the database does not answer, the servers last seen stay.
 */
import { LRUCache } from 'lru-cache';
import type { Replica, ReplicaState, ReplicaStore } from '../../platform/storage/replica-store.ts';
import { ownersOf } from './rendezvous.ts';

const BEAT_MS = 1000;
const ALIVE_MS = 5000;
const SUSPECT_MS = 5000;
const MAX_CACHED = 20_000;

export interface MembershipOptions {
  readonly store: ReplicaStore;
  /** Address of this server, and its identity. */
  readonly url: string;
  /** How many servers own an index. */
  readonly owners: number;
  /** Called after the list of servers changed. */
  readonly onChange: (servers: readonly Replica[]) => void;
  /** Called once when the database stops answering, and with null when it answers again. */
  readonly onFailure: (error: unknown) => void;
}

export class Membership {
  readonly url: string;
  readonly #options: MembershipOptions;
  #state: ReplicaState = 'joining';
  #servers: readonly Replica[] = [];
  readonly #suspectUntilMs = new Map<string, number>();
  readonly #present = new Map<string, AbortController>();
  readonly #owners = new LRUCache<string, readonly string[]>({ max: MAX_CACHED });
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(options: MembershipOptions) {
    this.#options = options;
    this.url = options.url;
  }

  /** Resolves when the other servers are known. Throws where the database does not answer. */
  async join(): Promise<void> {
    await this.#beat();
    this.#timer = setInterval(() => void this.#beatOrReport(), BEAT_MS).unref();
  }

  /** The others learn of it within a second. A server that is leaving goes on leaving. */
  async enter(state: ReplicaState): Promise<void> {
    if (this.#state === 'leaving') return;
    this.#state = state;
    await this.#beatOrReport();
  }

  async leave(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    for (const controller of this.#present.values()) controller.abort(new Error('this server stops'));
    await this.#options.store.leave(this.url).catch(this.#options.onFailure);
  }

  /** All servers, this one too. */
  get servers(): readonly Replica[] {
    return this.#servers;
  }

  /** The ready servers that own the index, this one too where it does. Empty while no server is ready. */
  owners(tenant: string, domain: string): readonly string[] {
    return this.#cached(`${tenant} ${domain}`, '', ({ state }) => state === 'ready');
  }

  /** Whether this server owns the index, or will as soon as it is ready. */
  owns(tenant: string, domain: string): boolean {
    const willServe = ({ url, state }: Replica) => state === 'ready' || url === this.url;
    return this.#cached(`${tenant} ${domain}`, ' with joining', willServe).includes(this.url);
  }

  /** The server could not be reached: for a while it owns nothing. */
  suspect(url: string): void {
    if (!this.#suspectUntilMs.has(url)) this.#owners.clear();
    this.#suspectUntilMs.set(url, Date.now() + SUSPECT_MS);
  }

  /** Aborts when the server is dead. */
  gone(url: string): AbortSignal {
    return (this.#present.get(url) ?? nobodyThere).signal;
  }

  #cached(key: string, kind: string, counts: (server: Replica) => boolean): readonly string[] {
    const known = this.#owners.get(key + kind);
    if (known !== undefined) return known;
    const servers = this.#servers.filter(counts).map(({ url }) => url);
    const owners = ownersOf(
      key,
      servers.filter((url) => !this.#suspectUntilMs.has(url)),
      this.#options.owners,
    );
    this.#owners.set(key + kind, owners);
    return owners;
  }

  /** One at a time; never rejects. */
  #beatOrReport(): Promise<void> {
    this.#beating = this.#beating
      .then(() => this.#beat())
      .then(
        () => {
          if (this.#isFailing) this.#options.onFailure(null);
          this.#isFailing = false;
        },
        (error: unknown) => {
          if (!this.#isFailing) this.#options.onFailure(error);
          this.#isFailing = true;
        },
      );
    return this.#beating;
  }

  async #beat(): Promise<void> {
    const { store, onChange } = this.#options;
    const servers = await store.beat({ url: this.url, state: this.#state }, ALIVE_MS);
    const trusted = this.#endSuspicions();
    const before = JSON.stringify(this.#servers);
    this.#servers = servers;
    if (JSON.stringify(servers) === before && !trusted) return;
    this.#owners.clear();
    this.#notePresence(servers);
    onChange(servers);
  }

  /** True where a server is trusted again. */
  #endSuspicions(): boolean {
    const over = [...this.#suspectUntilMs].filter(([, untilMs]) => untilMs <= Date.now());
    for (const [url] of over) this.#suspectUntilMs.delete(url);
    return over.length > 0;
  }

  #notePresence(servers: readonly Replica[]): void {
    const alive = new Set(servers.map(({ url }) => url));
    for (const [url, controller] of this.#present) {
      if (alive.has(url)) continue;
      this.#present.delete(url);
      controller.abort(new Error(`${url} is gone`));
    }
    for (const url of alive) if (!this.#present.has(url)) this.#present.set(url, new AbortController());
  }
}

const nobodyThere = new AbortController();
nobodyThere.abort(new Error('the server is not known'));
