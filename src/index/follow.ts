/**
 * Indexes over the store, one a tenant, domain and version of its definition. They are derived data: what a process does
 * not have it reads from what the engine kept of it, or builds from the store's rows, when it is first asked for.
 *
 * Before every match the store's latest sequence is asked, which is one row, and what is missing is applied: a
 * write that any process was answered for is seen by the next match, and who was erased is gone from it. Indexes
 * that are in use also follow by themselves, so that after an import the next match has little left to wait for.
 *
 * A domain's new version has other columns, so it gets an index of its own; the one before is let go when nobody
 * has asked for it for a minute. Erased rows leave holes; when these are more than the living (and enough to
 * matter), an index without them is made beside the old one and takes its place.
 *
 * Memory is bounded: `memory-budget.ts` says how. Who has not been asked for longest is kept (`index-keeper.ts`) and let
 * go, and comes back when asked for; where everything is in use, there is no room for more people.
 *
 * When another encoder begins to serve, every index that is in use takes its vectors in beside the old ones, which go
 * on being compared until all are there: no match ever sees a part of them.
 */
import type { ChangeSequence, TenantId } from '../contract/brands.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { ProfileStore } from '../storage/store.ts';
import type { CandidateIndex, IndexRegistry, WarmDefinition } from './candidate-index.ts';
import { Follower, type FollowerSettings } from './follower.ts';
import { type IndexEngine, unkept } from './index-engine.ts';
import { IndexKeeper } from './index-keeper.ts';
import { MemoryBudget } from './memory-budget.ts';
import type { RegistryEntry } from './registry-entry.ts';

const IDLE_VERSION_MS = 60_000;
const DEFAULT_PATIENCE_ROWS = 20_000;
const LEAST_HOLES = 10_000;
const IN_USE_MS = 60_000;
const DEFAULT_FOLLOW_EVERY_MS = 500;
const DEFAULT_KEEP_EVERY_MS = 30_000;
const PAGE_CHANGES = 1000;
/** Smaller ones are read in a moment when they are asked for. */
const WORTH_WARMING = 20_000;

export interface IndexRegistryOptions {
  readonly store: {
    readonly profiles: Pick<ProfileStore, 'lastSequence'> &
      Omit<FollowerSettings, 'assertRoom' | 'engine'>['profiles'];
  };
  /** Makes and keeps indexes; the registry closes it. */
  readonly engine?: IndexEngine;
  /** In place of an engine: what makes the empty index that stands at a sequence. Nothing is kept. */
  readonly indexFor?: IndexEngine['create'];
  /** Id of the encoder that serves; asked before every use. */
  readonly servingEncoder: FollowerSettings['servingEncoder'];
  /** Rows that one call waits for before it is answered 503 `warming_up`; default 20,000. */
  readonly patienceRows?: number;
  /** Holes below which an index is never built anew for them; default 10,000. */
  readonly leastHoles?: number;
  /** How often indexes that were asked for in the last minute follow by themselves; default 500 ms, 0: never. */
  readonly followEveryMs?: number;
  /** Bytes that all indexes together may take; default: no bound. */
  readonly memoryBytes?: number;
  /** Told when the bound is reached, and when there is room again. */
  readonly onFull?: (isFull: boolean, bytes: number) => void;
  /** How often it is looked whether an index should be kept; default 30 s, 0: only when the registry is closed. */
  readonly keepEveryMs?: number;
  readonly onFailure?: FollowerSettings['onFailure'];
}

export function openIndexRegistry(options: IndexRegistryOptions): IndexRegistry {
  return new FollowingRegistry(options);
}

class FollowingRegistry implements IndexRegistry {
  readonly #profiles: IndexRegistryOptions['store']['profiles'];
  readonly #settings: FollowerSettings;
  readonly #leastHoles: number;
  /** By tenant and domain, then by version. */
  readonly #domains = new Map<string, Map<number, RegistryEntry>>();
  readonly #keeper: IndexKeeper;
  readonly #budget: MemoryBudget;
  readonly #timers: NodeJS.Timeout[] = [];
  #following: Promise<void> | null = null;

  constructor(options: IndexRegistryOptions) {
    this.#profiles = options.store.profiles;
    this.#leastHoles = options.leastHoles ?? LEAST_HOLES;
    this.#settings = {
      profiles: options.store.profiles,
      engine: engineOf(options),
      assertRoom: () => this.assertRoom(),
      servingEncoder: options.servingEncoder,
      patienceRows: options.patienceRows ?? DEFAULT_PATIENCE_ROWS,
      onFailure: options.onFailure ?? (() => undefined),
    };
    this.#keeper = new IndexKeeper(this.#settings.engine, this.#settings.onFailure);
    this.#budget = new MemoryBudget({
      mostBytes: options.memoryBytes ?? Number.POSITIVE_INFINITY,
      entries: () => this.#entries(),
      letGo: (entry) => this.#letGo(entry),
      onFull: options.onFull ?? (() => undefined),
      onFailure: this.#settings.onFailure,
    });
    this.#every(options.followEveryMs ?? DEFAULT_FOLLOW_EVERY_MS, () => this.#follow());
    this.#every(options.keepEveryMs ?? DEFAULT_KEEP_EVERY_MS, () => this.#keep());
  }

  #keep(): void {
    const entries = this.#entries();
    this.#keeper.keepDue(entries);
    this.#keeper.sweepDue(entries, (...asked) => this.#erasedSince(...asked));
  }

  async #erasedSince(tenant: TenantId, domain: string, after: ChangeSequence): Promise<boolean> {
    for (let from = after; ; ) {
      const changes = await this.#profiles.changesAfter(tenant, domain, from, PAGE_CHANGES);
      if (changes.some(({ kind }) => kind === 'delete')) return true;
      if (changes.length < PAGE_CHANGES) return false;
      from = changes.at(-1)!.sequence;
    }
  }

  #every(ms: number, act: () => void): void {
    if (ms > 0) this.#timers.push(setInterval(act, ms).unref());
  }

  assertRoom(): void {
    this.#budget.assertRoom();
  }

  async ready(tenant: TenantId, definition: DomainDefinition): Promise<CandidateIndex> {
    const entry = this.#entryFor(tenant, definition);
    entry.lastAskedAtMs = Date.now();
    // Who comes in waits for those who go: else they would come faster.
    if (!entry.follower.isBuilt) await this.#budget.makeRoom(entry);
    const [target, serving] = await Promise.all([
      this.#profiles.lastSequence(),
      this.#settings.servingEncoder(),
    ]);
    const index = await entry.follower.reach(target);
    entry.follower.compareBy(serving);
    this.#letGoOfIdleVersions(tenant, definition);
    this.#closeHoles(entry, index);
    this.#budget.look(entry);
    return index;
  }

  async warm(definitionOf: WarmDefinition): Promise<void> {
    const kept = (await this.#settings.engine.kept()).filter(({ rows }) => rows >= WORTH_WARMING);
    for (const { tenant, domain, version } of kept.sort((a, b) => b.rows - a.rows)) {
      if (this.#budget.isTight()) return;
      const definition = await definitionOf(tenant, domain);
      if (definition?.version !== version) continue;
      const target = await this.#profiles.lastSequence();
      await this.#entryFor(tenant, definition).follower.reach(target, Number.POSITIVE_INFINITY);
    }
  }

  stats() {
    return this.#entries().map(({ follower }) => ({
      tenant: follower.tenant,
      domain: follower.definition.domain,
      rows: follower.progress?.size ?? 0,
      bytes: Object.values(follower.progress?.memory() ?? {}).reduce((sum, bytes) => sum + bytes, 0),
      built: follower.isBuilt,
      parts: follower.progress?.memory() ?? {},
    }));
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    const entries = this.#entries();
    this.#domains.clear();
    await this.#following;
    await this.#budget.settled();
    await Promise.all(entries.map(({ compacting }) => compacting));
    await this.#keeper.keepAll(entries);
    await Promise.all(entries.map(({ follower }) => follower.close()));
    await this.#settings.engine.close();
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
    this.#budget.look(null);
  }

  #entries(): readonly RegistryEntry[] {
    return [...this.#domains.values()].flatMap((versions) => [...versions.values()]);
  }

  #entryFor(tenant: TenantId, definition: DomainDefinition): RegistryEntry {
    const key = `${tenant} ${definition.domain}`;
    const versions = this.#domains.get(key) ?? new Map<number, RegistryEntry>();
    this.#domains.set(key, versions);
    const known = versions.get(definition.version);
    if (known !== undefined) return known;
    const follower = new Follower(tenant, definition, this.#settings);
    const entry: RegistryEntry = {
      follower,
      compacting: null,
      lastAskedAtMs: Date.now(),
      keptAtMs: Date.now(),
    };
    versions.set(definition.version, entry);
    return entry;
  }

  #letGoOfIdleVersions(tenant: TenantId, { domain, version }: DomainDefinition): void {
    const versions = this.#domains.get(`${tenant} ${domain}`);
    if (versions === undefined || versions.size === 1) return;
    for (const [other, { follower, lastAskedAtMs }] of versions) {
      if (other === version || Date.now() - lastAskedAtMs < IDLE_VERSION_MS) continue;
      versions.delete(other);
      void follower.close();
    }
  }

  /** Kept first, so that it comes back without the store's rows; false where it was asked for meanwhile. */
  async #letGo(entry: RegistryEntry): Promise<boolean> {
    const { follower, lastAskedAtMs } = entry;
    await this.#keeper.keep(entry);
    if (entry.lastAskedAtMs !== lastAskedAtMs || entry.follower !== follower) return false;
    const { tenant, definition } = follower;
    const versions = this.#domains.get(`${tenant} ${definition.domain}`);
    if (versions?.get(definition.version) === entry) versions.delete(definition.version);
    if (versions?.size === 0) this.#domains.delete(`${tenant} ${definition.domain}`);
    await follower.close();
    return true;
  }

  #closeHoles(entry: RegistryEntry, index: CandidateIndex): void {
    if (entry.compacting !== null) return;
    const { holes, slack, size } = index;
    const isWorth = holes >= this.#leastHoles && holes > size;
    if (!isWorth && slack === 0) return;
    const closing = isWorth ? this.#compact(entry, index) : this.#settings.engine.closeSlack(index);
    entry.compacting = closing
      .catch((error: unknown) => {
        const { tenant, definition } = entry.follower;
        this.#settings.onFailure(error, { tenant, domain: definition.domain });
      })
      .finally(() => {
        entry.compacting = null;
      });
  }

  async #compact(entry: RegistryEntry, index: CandidateIndex): Promise<void> {
    const { tenant, definition } = entry.follower;
    const compacted = await this.#settings.engine.compact(index);
    const replacement = new Follower(tenant, definition, this.#settings, compacted);
    await replacement.reach(index.sequence, Number.POSITIVE_INFINITY);
    const replaced = entry.follower;
    entry.follower = replacement;
    await replaced.close();
  }
}

function engineOf({ engine, indexFor }: IndexRegistryOptions): IndexEngine {
  if (engine !== undefined) return engine;
  if (indexFor === undefined) throw new Error('an index registry needs an engine, or what makes indexes');
  return unkept(indexFor);
}
