/**
 * The local index of each search index that matches read. A local index is replaced when it has become large,
 * is far behind, or its encoder no longer serves. The new one holds the people that changed after the
 * watermark. Indexes that matches read within the last minute follow the store on a timer.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { SearchIndex, SearchIndexStore } from '../../../platform/storage/search-index-store.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';
import { LocalIndex, type LocalIndexSettings } from './local-index.ts';

const IN_USE_MS = 60_000;
const KEPT_UNUSED_MS = 600_000;
/** Longer than a match takes: a replaced index is released after it. */
const LINGER_MS = 120_000;
const DEFAULT_FOLLOW_EVERY_MS = 500;

export interface LocalIndexesOptions extends Omit<LocalIndexSettings, 'profiles' | 'maxChanged'> {
  readonly profiles: LocalIndexSettings['profiles'] & Pick<ProfileStore, 'lastSequence'>;
  readonly searchIndexes: Pick<SearchIndexStore, 'ofDomain'>;
  readonly servingEncoder: () => Promise<string>;
  /** People that came up in matches, and as many again that changed after the watermark. */
  readonly maxPeople: number;
  /** Default 500 ms; 0: never. */
  readonly followEveryMs?: number;
  readonly onFailure: (error: unknown, about: { readonly tenant: TenantId; readonly domain: string }) => void;
}

/** A search index with all people. */
export type Remote = Pick<SearchIndex, 'tenantId' | 'domain' | 'name' | 'watermark'>;

interface Entry {
  readonly remote: Pick<Remote, 'tenantId' | 'domain' | 'name'>;
  readonly definition: DomainDefinition;
  local: LocalIndex;
  usedAtMs: number;
}

export class LocalIndexes {
  readonly #options: LocalIndexesOptions;
  /** By tenant and name. */
  readonly #entries = new Map<string, Entry>();
  readonly #retired = new Map<LocalIndex, NodeJS.Timeout>();
  readonly #timer: NodeJS.Timeout | null;
  #following: Promise<void> | null = null;

  constructor(options: LocalIndexesOptions) {
    this.#options = options;
    const everyMs = options.followEveryMs ?? DEFAULT_FOLLOW_EVERY_MS;
    this.#timer = everyMs === 0 ? null : setInterval(() => this.#followSoon(), everyMs).unref();
  }

  /** The local index with every change that was committed before the call. */
  async ready(definition: DomainDefinition, remote: Remote): Promise<LocalIndex> {
    const { profiles, servingEncoder } = this.#options;
    const [target, encoderId] = await Promise.all([
      profiles.lastSequence(remote.tenantId, remote.domain),
      servingEncoder(),
    ]);
    const entry = this.#entryFor(definition, remote, encoderId);
    entry.usedAtMs = Date.now();
    const { local } = entry;
    local.moveWatermark(remote.watermark);
    await local.reach(target);
    return local;
  }

  /** For metrics: rows held, and those of them that changed after the watermark, by search index. */
  stats() {
    return [...this.#entries.values()].map(({ remote, local }) => ({
      ...{ tenant: remote.tenantId, domain: remote.domain, name: remote.name },
      people: local.index.size,
      changed: local.changed.length,
      bytes: Object.values(local.index.memory()).reduce((sum, bytes) => sum + bytes, 0),
    }));
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#following;
    for (const timer of this.#retired.values()) clearTimeout(timer);
    const locals = [...this.#retired.keys(), ...[...this.#entries.values()].map(({ local }) => local)];
    this.#retired.clear();
    this.#entries.clear();
    for (const local of locals) local.release();
  }

  #entryFor(definition: DomainDefinition, remote: Remote, encoderId: string): Entry {
    const key = `${remote.tenantId} ${remote.name}`;
    const known = this.#entries.get(key);
    if (known === undefined) {
      const local = this.#begin(definition, remote, encoderId);
      const entry = { remote, definition, local, usedAtMs: Date.now() };
      this.#entries.set(key, entry);
      return entry;
    }
    if (this.#isDue(known.local, remote, encoderId)) {
      this.#retire(known.local);
      known.local = this.#begin(definition, remote, encoderId);
    }
    return known;
  }

  #begin(definition: DomainDefinition, { tenantId, watermark }: Remote, encoderId: string): LocalIndex {
    const { maxPeople, ...settings } = this.#options;
    return new LocalIndex(
      tenantId,
      definition,
      { watermark, encoderId },
      { ...settings, maxChanged: maxPeople },
    );
  }

  #isDue(local: LocalIndex, { watermark }: Remote, encoderId: string): boolean {
    const { maxPeople } = this.#options;
    const { index } = local;
    const isLarge = index.rowLimit > 2 * maxPeople && index.rowLimit > 2 * local.changed.length;
    // To read a few rows again costs less than to follow the changes of all people.
    return isLarge || watermark - index.sequence > maxPeople || index.encoderId !== encoderId;
  }

  #retire(local: LocalIndex): void {
    const timer = setTimeout(() => {
      this.#retired.delete(local);
      local.release();
    }, LINGER_MS).unref();
    this.#retired.set(local, timer);
  }

  #followSoon(): void {
    this.#following ??= this.#follow().finally(() => {
      this.#following = null;
    });
  }

  async #follow(): Promise<void> {
    for (const [key, entry] of this.#entries) {
      const idleMs = Date.now() - entry.usedAtMs;
      if (idleMs >= KEPT_UNUSED_MS) {
        this.#entries.delete(key);
        this.#retire(entry.local);
      } else if (idleMs < IN_USE_MS) await this.#followOne(entry);
    }
  }

  async #followOne({ remote, local }: Entry): Promise<void> {
    const { profiles, searchIndexes, onFailure } = this.#options;
    const { tenantId, domain, name } = remote;
    try {
      const target = await profiles.lastSequence(tenantId, domain);
      const stored = (await searchIndexes.ofDomain(tenantId, domain)).find((index) => index.name === name);
      if (stored !== undefined) local.moveWatermark(stored.watermark);
      await local.reach(target);
    } catch (error) {
      onFailure(error, { tenant: tenantId, domain });
    }
  }
}
