/**
 * Indexes over the store, one a tenant, domain and version of its definition. They are derived data: nothing is
 * kept across a restart, and what a process does not have it builds when first asked.
 *
 * Before every match the store's latest sequence is asked, which is one row, and what is missing is applied: a
 * write that any process was answered for is seen by the next match, and who was erased is gone from it. Indexes
 * that are in use also follow by themselves, so that after an import the next match has little left to wait for.
 *
 * A domain's new version has other columns, so it gets an index of its own; the one before is let go when nobody
 * has asked for it for a minute. Erased rows leave holes; when these are more than the living (and enough to
 * matter), an index is built beside the old one and takes its place.
 *
 * When another encoder begins to serve, every index that is in use takes its vectors in beside the old ones, which go
 * on being compared until all are there: no match ever sees a part of them.
 */
import type { TenantId } from '../contract/brands.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { ProfileStore } from '../storage/store.ts';
import type { CandidateIndex, IndexRegistry } from './candidate-index.ts';
import { Follower, type FollowerSettings } from './follower.ts';

const IDLE_VERSION_MS = 60_000;
const DEFAULT_PATIENCE_ROWS = 20_000;
const LEAST_HOLES = 10_000;
const IN_USE_MS = 60_000;
const DEFAULT_FOLLOW_EVERY_MS = 500;

export interface IndexRegistryOptions {
  readonly store: { readonly profiles: Pick<ProfileStore, 'lastSequence'> & FollowerSettings['profiles'] };
  /** Makes the empty index that stands at a sequence: `(definition, sequence, encoderId) => new ReferenceIndex(…)`. */
  readonly indexFor: FollowerSettings['indexFor'];
  /** Id of the encoder that serves; asked before every use. */
  readonly servingEncoder: FollowerSettings['servingEncoder'];
  /** Rows that one call waits for before it is answered 503 `warming_up`; default 20,000. */
  readonly patienceRows?: number;
  /** Holes below which an index is never built anew for them; default 10,000. */
  readonly leastHoles?: number;
  /** How often indexes that were asked for in the last minute follow by themselves; default 500 ms, 0: never. */
  readonly followEveryMs?: number;
  readonly onFailure?: FollowerSettings['onFailure'];
}

interface Entry {
  follower: Follower;
  replacement: Follower | null;
  lastAskedAtMs: number;
}

export function openIndexRegistry(options: IndexRegistryOptions): IndexRegistry {
  return new FollowingRegistry(options);
}

class FollowingRegistry implements IndexRegistry {
  readonly #profiles: IndexRegistryOptions['store']['profiles'];
  readonly #settings: FollowerSettings;
  readonly #leastHoles: number;
  /** By tenant and domain, then by version. */
  readonly #domains = new Map<string, Map<number, Entry>>();
  readonly #timer: NodeJS.Timeout | undefined;
  #following: Promise<void> | null = null;

  constructor(options: IndexRegistryOptions) {
    this.#profiles = options.store.profiles;
    this.#leastHoles = options.leastHoles ?? LEAST_HOLES;
    this.#settings = {
      profiles: options.store.profiles,
      indexFor: options.indexFor,
      servingEncoder: options.servingEncoder,
      patienceRows: options.patienceRows ?? DEFAULT_PATIENCE_ROWS,
      onFailure: options.onFailure ?? (() => undefined),
    };
    const everyMs = options.followEveryMs ?? DEFAULT_FOLLOW_EVERY_MS;
    if (everyMs > 0) this.#timer = setInterval(() => this.#follow(), everyMs).unref();
  }

  async ready(tenant: TenantId, definition: DomainDefinition): Promise<CandidateIndex> {
    const entry = this.#entryFor(tenant, definition);
    entry.lastAskedAtMs = Date.now();
    const [target, serving] = await Promise.all([
      this.#profiles.lastSequence(),
      this.#settings.servingEncoder(),
    ]);
    const index = await entry.follower.reach(target);
    entry.follower.compareBy(serving);
    this.#letGoOfIdleVersions(tenant, definition);
    this.#closeHoles(entry, index);
    return index;
  }

  stats() {
    return this.#entries().map(({ follower }) => ({
      tenant: follower.tenant,
      domain: follower.definition.domain,
      rows: follower.progress?.size ?? 0,
      bytes: Object.values(follower.progress?.memory() ?? {}).reduce((sum, bytes) => sum + bytes, 0),
      built: follower.isBuilt,
    }));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const entries = this.#entries();
    this.#domains.clear();
    await this.#following;
    await Promise.all(
      entries.flatMap(({ follower, replacement }) => [follower.close(), replacement?.close()]),
    );
  }

  /** One round at a time. */
  #follow(): void {
    this.#following ??= this.#followOnce()
      .catch((error: unknown) => this.#settings.onFailure(error, {}))
      .finally(() => {
        this.#following = null;
      });
  }

  async #followOnce(): Promise<void> {
    const inUse = this.#entries().filter(({ follower, lastAskedAtMs }) => {
      return follower.isBuilt && Date.now() - lastAskedAtMs < IN_USE_MS;
    });
    if (inUse.length === 0) return;
    const [target, serving] = await Promise.all([
      this.#profiles.lastSequence(),
      this.#settings.servingEncoder(),
    ]);
    for (const { follower } of inUse) {
      await follower.reach(target, Number.POSITIVE_INFINITY);
      follower.compareBy(serving);
    }
  }

  #entries(): readonly Entry[] {
    return [...this.#domains.values()].flatMap((versions) => [...versions.values()]);
  }

  #entryFor(tenant: TenantId, definition: DomainDefinition): Entry {
    const key = `${tenant} ${definition.domain}`;
    const versions = this.#domains.get(key) ?? new Map<number, Entry>();
    this.#domains.set(key, versions);
    const known = versions.get(definition.version);
    if (known !== undefined) return known;
    const follower = new Follower(tenant, definition, this.#settings);
    const entry: Entry = { follower, replacement: null, lastAskedAtMs: Date.now() };
    versions.set(definition.version, entry);
    return entry;
  }

  #letGoOfIdleVersions(tenant: TenantId, { domain, version }: DomainDefinition): void {
    const versions = this.#domains.get(`${tenant} ${domain}`);
    if (versions === undefined || versions.size === 1) return;
    for (const [other, { follower, replacement, lastAskedAtMs }] of versions) {
      if (other === version || Date.now() - lastAskedAtMs < IDLE_VERSION_MS) continue;
      versions.delete(other);
      void follower.close();
      void replacement?.close();
    }
  }

  #closeHoles(entry: Entry, index: CandidateIndex): void {
    const holes = index.rowLimit - index.size;
    if (entry.replacement !== null || holes < this.#leastHoles || holes <= index.size) return;
    const { tenant, definition } = entry.follower;
    const replacement = new Follower(tenant, definition, this.#settings);
    entry.replacement = replacement;
    replacement
      .reach(index.sequence, Number.POSITIVE_INFINITY)
      .then(() => {
        entry.follower = replacement;
      })
      .catch((error: unknown) => this.#settings.onFailure(error, { tenant, domain: definition.domain }))
      .finally(() => {
        entry.replacement = null;
      });
  }
}
