/**
 * The memory that all indexes of the process may use together. Near the bound, the least recently used
 * indexes are released one after another until enough memory is free. An index that is to be loaded waits for
 * that. Where none can be released, the indexes are full: people are refused before they are written
 * (`assertRoom`), and so are further indexes. Without this the system would end the whole process.
 *
 * An index used recently is in use and stays. How recently depends on its size: an index that loads in 10 ms
 * need not stay for seconds. Otherwise a few hundred tenants of a thousand people, each used in turn, would
 * refuse one another. A match in progress keeps its index until it ends, even when the registry releases it.
 *
 * The bound is soft: writes between two checks may pass it. An index in use always follows the store, since a
 * query without an acknowledged deletion would be wrong.
 */
import type { TenantId } from '../../contract/brands.ts';
import { retryLater } from '../../contract/errors.ts';
import type { RegistryEntry } from './registry-entry.ts';

/** Eviction begins and ends at these fractions of the bound. */
const HIGH = 0.95;
const LOW = 0.85;
const CHECK_EVERY_MS = 200;
/** An index counts as in use for ten times its load time after its last use (10 ms and 350 MB a second). */
const MIN_IN_USE_MS = 100;
const IN_USE_BYTES_A_MS = 35_000;
const MAX_IN_USE_MS = 2000;
/** Each index has at least one shared memory, and a shared memory reserves addresses whatever it holds. */
const MAX_INDEXES = 2000;
const RETRY_MS = 10_000;

interface BudgetSettings {
  readonly maxBytes: number;
  readonly entries: () => readonly RegistryEntry[];
  /** False where the index turned out to be in use. */
  readonly evict: (entry: RegistryEntry) => Promise<boolean>;
  readonly onFull: (isFull: boolean, bytes: number) => void;
  readonly onFailure: (error: unknown, about: { readonly tenant?: TenantId }) => void;
}

export class MemoryBudget {
  readonly #settings: BudgetSettings;
  #checkedAtMs = 0;
  #isFull = false;
  #making: Promise<void> | null = null;

  constructor(settings: BudgetSettings) {
    this.#settings = settings;
  }

  /** Throws 503 `overloaded` while the indexes are full, after checking whether they still are. */
  assertRoom(): void {
    if (!this.#isFull) return;
    this.check(null);
    const mib = Math.round(this.#settings.maxBytes / 2 ** 20);
    throw retryLater(
      'overloaded',
      `The candidate indexes have taken the ${mib} MiB that they may (COUNTERPART_INDEX_MEMORY), so no profile can be added now. ` +
        'Deletions go on; try again later, or give the service more memory.',
      RETRY_MS,
    );
  }

  /** Checks now and then, and frees memory where needed; `inUse` stays. Returns at once. */
  check(inUse: RegistryEntry | null): void {
    if (Date.now() - this.#checkedAtMs < CHECK_EVERY_MS) return;
    void this.makeRoom(inUse);
  }

  /**
   * Before an index is loaded: resolves when there is memory for it, or when no further index can be
   * released.
   */
  async makeRoom(inUse: RegistryEntry | null): Promise<void> {
    this.#checkedAtMs = Date.now();
    if (this.#making === null && !this.isTight()) this.#report(false, this.#bytes());
    else this.#making ??= this.#evictUntilLow(inUse);
    await this.#making;
  }

  /** Resolves once no index is being released. */
  async settled(): Promise<void> {
    await this.#making;
  }

  /** Never rejects. */
  async #evictUntilLow(inUse: RegistryEntry | null): Promise<void> {
    try {
      // Others may have been loaded while some were released.
      while (this.isTight() && (await this.#evictIdle(inUse)) > 0);
      const bytes = this.#bytes();
      this.#report(bytes > this.#settings.maxBytes, bytes);
    } catch (error) {
      this.#settings.onFailure(error, {});
    } finally {
      this.#making = null;
    }
  }

  /** Returns how many were released. */
  async #evictIdle(inUse: RegistryEntry | null): Promise<number> {
    const { maxBytes, entries, evict } = this.#settings;
    const idle = entries()
      .filter((entry) => entry !== inUse && entry.follower.isBuilt && entry.compacting === null)
      .filter((entry) => Date.now() - entry.lastUsedAtMs >= inUseMs(entry))
      .sort((a, b) => a.lastUsedAtMs - b.lastUsedAtMs);
    let bytes = this.#bytes();
    let evicted = 0;
    for (const entry of idle) {
      if (bytes <= LOW * maxBytes && this.#count() <= LOW * MAX_INDEXES) break;
      const freed = bytesOf(entry);
      if (!(await evict(entry))) continue;
      bytes -= freed;
      evicted += 1;
    }
    return evicted;
  }

  /** Whether there is little memory left. */
  isTight(): boolean {
    return this.#bytes() > HIGH * this.#settings.maxBytes || this.#count() > MAX_INDEXES;
  }

  #report(isFull: boolean, bytes: number): void {
    if (isFull !== this.#isFull) this.#settings.onFull(isFull, bytes);
    this.#isFull = isFull;
  }

  /** A refused index has an entry but no index yet. */
  #count(): number {
    return this.#settings.entries().filter(({ follower }) => follower.progress !== null).length;
  }

  #bytes(): number {
    return this.#settings.entries().reduce((sum, entry) => sum + bytesOf(entry), 0);
  }
}

function inUseMs(entry: RegistryEntry): number {
  return Math.min(MAX_IN_USE_MS, MIN_IN_USE_MS + bytesOf(entry) / IN_USE_BYTES_A_MS);
}

function bytesOf({ follower }: RegistryEntry): number {
  return Object.values(follower.progress?.memory() ?? {}).reduce((sum, part) => sum + part, 0);
}
