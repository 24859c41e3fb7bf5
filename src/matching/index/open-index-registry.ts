/**
 * The registry of indexes over the store: one index for each tenant, domain and version of its definition. An
 * index is derived data. On its first use in a process it is loaded from its snapshot, or built from the
 * store's rows.
 *
 * Before every match the store's latest sequence is read, which is one row, and the missing changes are
 * applied. Therefore a write that any process has acknowledged is visible to the next match, and an erased
 * person is not. Indexes in use also follow on a timer, so that the first match after an import has little to
 * catch up with.
 *
 * A new version of a domain has other columns and so gets its own index. The index of the earlier version is
 * released after a minute without a request. Erased rows leave holes. When there are more holes than live
 * rows (and enough to matter), an index without holes is made beside the old one and replaces it.
 *
 * Memory is bounded (`memory-budget.ts`). The least recently used index is saved (`index-saver.ts`) and
 * released, and is loaded again on its next use. Where every index is in use, writes of further people are
 * refused.
 *
 * When another encoder starts to serve, every index in use loads its vectors beside the old ones. The old
 * ones are compared until all new ones are loaded: no match ever sees a part of them.
 */
import type { ChangeSequence, TenantId } from '../../contract/brands.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { IndexUse } from '../../platform/storage/index-use-store.ts';
import type { ProfileStore } from '../../platform/storage/store.ts';
import type { CandidateIndex, IndexRegistry, WarmDefinition, WarmOptions } from './candidate-index.ts';
import { Follower, type FollowerSettings } from './follower.ts';
import { type IndexEngine, withoutSnapshots } from './index-engine.ts';
import { IndexSaver } from './index-saver.ts';
import { MemoryBudget } from './memory-budget.ts';
import type { RegistryEntry } from './registry-entry.ts';

const IDLE_VERSION_MS = 60_000;
const DEFAULT_MAX_WAIT_ROWS = 20_000;
const MIN_HOLES = 10_000;
const IN_USE_MS = 60_000;
const DEFAULT_FOLLOW_EVERY_MS = 500;
/**
 * Interval at which the indexes with the most changes follow. At 4,000 changes a second a match finds 100 to
 * catch up with.
 */
const FOLLOW_CLOSELY_MS = 25;
/** Each of them costs a read of its last sequence a round. */
const MOST_FOLLOWED_CLOSELY = 8;
const DEFAULT_SAVE_EVERY_MS = 30_000;
const PAGE_CHANGES = 1000;
/** Smaller indexes load so fast on their first use that warming them does not pay. */
const WORTH_WARMING = 20_000;

export interface IndexRegistryOptions {
  readonly store: {
    readonly profiles: Pick<ProfileStore, 'lastSequence' | 'changesAfter'> &
      Omit<FollowerSettings, 'assertRoom' | 'engine'>['profiles'];
  };
  /** Makes and saves indexes; the registry closes it. */
  readonly engine?: IndexEngine;
  /** Replaces an engine in tests: makes an empty index at a sequence. Nothing is saved. */
  readonly indexFor?: IndexEngine['create'];
  /** The id of the encoder that serves; read before every use. */
  readonly servingEncoder: FollowerSettings['servingEncoder'];
  /** The most rows that one call waits for; beyond, it fails with 503 `warming_up`. Default 20,000. */
  readonly maxWaitRows?: number;
  /** With fewer holes an index is never rebuilt to remove them. Default 10,000. */
  readonly minHoles?: number;
  /** How often indexes used within the last minute follow the store. Default 500 ms; 0: never. */
  readonly followEveryMs?: number;
  /** The most bytes that all indexes together may use. Default: no bound. */
  readonly memoryBytes?: number;
  /** Called when the bound is reached, and when memory is free again. */
  readonly onFull?: (isFull: boolean, bytes: number) => void;
  /**
   * How often indexes are checked for being due to be saved. Default 30 s; 0: only when the registry closes.
   */
  readonly saveEveryMs?: number;
  readonly onFailure?: FollowerSettings['onFailure'];
  readonly onPeopleChanged?: FollowerSettings['onPeopleChanged'];
}

export function openIndexRegistry(options: IndexRegistryOptions): IndexRegistry {
  return new FollowingRegistry(options);
}

class FollowingRegistry implements IndexRegistry {
  readonly #profiles: IndexRegistryOptions['store']['profiles'];
  readonly #settings: FollowerSettings;
  readonly #minHoles: number;
  /** By tenant and domain, then by version. */
  readonly #domains = new Map<string, Map<number, RegistryEntry>>();
  readonly #saver: IndexSaver;
  readonly #budget: MemoryBudget;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #followEveryMs: number;
  #nextFollow: NodeJS.Timeout | null = null;
  #followedAllAtMs = 0;
  /** The indexes that follow closely until the next round of all. */
  #changing: readonly RegistryEntry[] = [];
  #isClosed = false;
  #following: Promise<void> | null = null;

  constructor(options: IndexRegistryOptions) {
    this.#profiles = options.store.profiles;
    this.#minHoles = options.minHoles ?? MIN_HOLES;
    this.#settings = {
      profiles: options.store.profiles,
      engine: engineOf(options),
      assertRoom: () => this.assertRoom(),
      servingEncoder: options.servingEncoder,
      maxWaitRows: options.maxWaitRows ?? DEFAULT_MAX_WAIT_ROWS,
      onFailure: options.onFailure ?? (() => undefined),
      onPeopleChanged: options.onPeopleChanged ?? (() => undefined),
    };
    this.#saver = new IndexSaver(this.#settings.engine, this.#settings.onFailure);
    this.#budget = new MemoryBudget({
      maxBytes: options.memoryBytes ?? Number.POSITIVE_INFINITY,
      entries: () => this.#entries(),
      evict: (entry) => this.#evict(entry),
      onFull: options.onFull ?? (() => undefined),
      onFailure: this.#settings.onFailure,
    });
    this.#followEveryMs = options.followEveryMs ?? DEFAULT_FOLLOW_EVERY_MS;
    this.#followAfter(this.#followEveryMs);
    this.#every(options.saveEveryMs ?? DEFAULT_SAVE_EVERY_MS, () => this.#save());
  }

  #save(): void {
    const entries = this.#entries();
    this.#saver.saveDue(entries);
    this.#saver.sweepDue(entries, (tenant, domain, after) => this.#erasedSince(tenant, domain, after));
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
    entry.lastUsedAtMs = Date.now();
    entry.askedAtMs = entry.lastUsedAtMs;
    // Release before building: otherwise new indexes would arrive faster than old ones leave.
    if (!entry.follower.isBuilt) await this.#budget.makeRoom(entry);
    const [target, serving] = await Promise.all([
      this.#profiles.lastSequence(tenant, definition.domain),
      this.#settings.servingEncoder(),
    ]);
    const index = await entry.follower.reach(target);
    entry.follower.compareBy(serving);
    this.#releaseIdleVersions(tenant, definition);
    this.#closeHoles(entry, index);
    this.#budget.check(entry);
    return index;
  }

  async warm(definitionOf: WarmDefinition, { inUse = [], signal }: WarmOptions = {}): Promise<void> {
    for (const { tenant, domain } of inUse)
      await this.#warmOne(tenant, domain, () => definitionOf(tenant, domain), signal);
    const snapshots = (await this.#settings.engine.snapshots()).filter(({ rows }) => rows >= WORTH_WARMING);
    for (const { tenant, domain, version } of snapshots.sort((a, b) => b.rows - a.rows)) {
      const inForce = async () => {
        const definition = await definitionOf(tenant, domain);
        return definition?.version === version ? definition : null;
      };
      await this.#warmOne(tenant, domain, inForce, signal);
    }
  }

  /** A failure is reported: it is this index's alone, and its next match tries again. */
  async #warmOne(
    tenant: TenantId,
    domain: string,
    definitionOf: () => ReturnType<WarmDefinition>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (signal?.aborted || this.#isClosed || this.#budget.isTight()) return;
    try {
      const definition = await definitionOf();
      if (definition === null) return;
      const target = await this.#profiles.lastSequence(tenant, domain);
      if (signal?.aborted || this.#isClosed) return;
      await this.#entryFor(tenant, definition).follower.reach(target, Number.POSITIVE_INFINITY);
    } catch (error) {
      if (!signal?.aborted && !this.#isClosed) this.#settings.onFailure(error, { tenant, domain });
    }
  }

  uses(): readonly IndexUse[] {
    return this.#entries().flatMap(({ askedAtMs, follower: { tenant, definition } }) =>
      askedAtMs === null ? [] : [{ tenant, domain: definition.domain, usedMs: askedAtMs }],
    );
  }

  forgetUse(tenant: TenantId, domain: string): void {
    for (const entry of this.#entries())
      if (entry.follower.tenant === tenant && entry.follower.definition.domain === domain)
        entry.askedAtMs = null;
  }

  async prepare(tenant: TenantId, definition: DomainDefinition): Promise<void> {
    const entry = this.#entryFor(tenant, definition);
    await this.#budget.makeRoom(entry);
    const target = await this.#profiles.lastSequence(tenant, definition.domain);
    await entry.follower.reach(target, Number.POSITIVE_INFINITY);
  }

  async releaseIdle(keep: Parameters<IndexRegistry['releaseIdle']>[0], idleMs: number): Promise<void> {
    const idle = this.#entries().filter(
      ({ follower, lastUsedAtMs, compacting }) =>
        follower.isBuilt &&
        compacting === null &&
        Date.now() - lastUsedAtMs >= idleMs &&
        !keep({ tenant: follower.tenant, domain: follower.definition.domain }),
    );
    for (const entry of idle) await this.#evict(entry);
  }

  stats() {
    return this.#entries().map(({ follower }) => ({
      tenant: follower.tenant,
      domain: follower.definition.domain,
      rows: follower.progress?.size ?? 0,
      bytes: Object.values(follower.progress?.memory() ?? {}).reduce((sum, bytes) => sum + bytes, 0),
      built: follower.isBuilt,
      parts: follower.progress?.memory() ?? {},
      segments: follower.progress?.segments ?? 0,
      sequence: follower.progress?.sequence ?? 0,
    }));
  }

  rowsOf(tenant: string, domain: string): number | null {
    const versions = [...(this.#domains.get(`${tenant} ${domain}`)?.values() ?? [])];
    const built = versions.filter(({ follower }) => follower.isBuilt);
    return built.length === 0 ? null : Math.max(...built.map(({ follower }) => follower.progress!.size));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#nextFollow !== null) clearTimeout(this.#nextFollow);
    const entries = this.#entries();
    this.#domains.clear();
    await this.#following;
    await this.#budget.settled();
    await Promise.all(entries.map(({ compacting }) => compacting));
    await this.#saver.saveAll(entries);
    await Promise.all(entries.map(({ follower }) => follower.close()));
    await this.#settings.engine.close();
  }

  /** One round at a time. Between the rounds of all indexes those with the most changes follow closely. */
  #followAfter(ms: number): void {
    if (this.#followEveryMs === 0 || this.#isClosed) return;
    this.#nextFollow = setTimeout(() => {
      this.#following = this.#followDue()
        .catch((error: unknown) => this.#settings.onFailure(error, {}))
        .then(() => {
          const closely = Math.min(FOLLOW_CLOSELY_MS, this.#followEveryMs);
          this.#followAfter(this.#changing.length > 0 ? closely : this.#followEveryMs);
        });
    }, ms).unref();
  }

  async #followDue(): Promise<void> {
    const isOfAll = Date.now() - this.#followedAllAtMs >= this.#followEveryMs;
    if (!isOfAll) {
      await this.#followOnce(this.#changing);
      return;
    }
    this.#followedAllAtMs = Date.now();
    this.#changing = [];
    const changes = await this.#followOnce(this.#entries());
    const most = [...changes].sort(([, a], [, b]) => b - a).slice(0, MOST_FOLLOWED_CLOSELY);
    this.#changing = most.map(([entry]) => entry);
  }

  /** The number of changes of each index that had any. */
  async #followOnce(entries: readonly RegistryEntry[]): Promise<ReadonlyMap<RegistryEntry, number>> {
    const changes = new Map<RegistryEntry, number>();
    const inUse = entries.filter(({ follower, lastUsedAtMs }) => {
      return follower.isBuilt && Date.now() - lastUsedAtMs < IN_USE_MS;
    });
    if (inUse.length === 0) return changes;
    const serving = await this.#settings.servingEncoder();
    for (const entry of inUse) {
      const { follower } = entry;
      const target = await this.#profiles.lastSequence(follower.tenant, follower.definition.domain);
      const before = follower.progress?.sequence ?? target;
      if (before < target) changes.set(entry, target - before);
      await follower.reach(target, Number.POSITIVE_INFINITY);
      follower.compareBy(serving);
    }
    this.#budget.check(null);
    return changes;
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
      lastUsedAtMs: Date.now(),
      askedAtMs: null,
      savedAtMs: Date.now(),
    };
    versions.set(definition.version, entry);
    return entry;
  }

  #releaseIdleVersions(tenant: TenantId, { domain, version }: DomainDefinition): void {
    const versions = this.#domains.get(`${tenant} ${domain}`);
    if (versions === undefined || versions.size === 1) return;
    for (const [other, { follower, lastUsedAtMs }] of versions) {
      if (other === version || Date.now() - lastUsedAtMs < IDLE_VERSION_MS) continue;
      versions.delete(other);
      void follower.close();
    }
  }

  /** Saves the index first, so that it loads without the store's rows. False where it was used meanwhile. */
  async #evict(entry: RegistryEntry): Promise<boolean> {
    const { follower, lastUsedAtMs } = entry;
    await this.#saver.save(entry);
    if (entry.lastUsedAtMs !== lastUsedAtMs || entry.follower !== follower) return false;
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
    const isWorth = holes >= this.#minHoles && holes > size;
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
  if (indexFor === undefined) throw new Error('an index registry needs an engine, or `indexFor`');
  return withoutSnapshots(indexFor);
}
