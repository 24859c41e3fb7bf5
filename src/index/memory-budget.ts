/**
 * What all indexes of the process may take together. Near the bound, those that nobody has asked for longest are let go,
 * one after the other, until there is some air again; an index that comes in waits for those that go. Where nobody can
 * go, the indexes are full: new people are refused before they are written (`assertRoom`), and so are indexes that
 * would come in, which is better than to be ended by the system with everything in hand.
 *
 * Who was asked for lately is in use and stays. How lately goes by the size: what is back in 10 ms need not be kept for
 * seconds, or a few hundred tenants of a thousand people, asked one after the other, would refuse each other. A match that
 * is under way ends on the index that it has, whoever lets go of it.
 *
 * The bound is soft by what is written between two looks; an index that is in use follows the store whatever the bound,
 * since without a deletion that was answered it must not be asked.
 */
import type { TenantId } from '../contract/brands.ts';
import { retryLater } from '../contract/errors.ts';
import type { RegistryEntry } from './registry-entry.ts';

/** Letting go begins, and ends, at these shares of the bound. */
const HIGH = 0.95;
const LOW = 0.85;
const LOOK_EVERY_MS = 200;
/** Who was asked for so lately is in use: ten times as long as it takes to be read back (10 ms and 350 MB a second). */
const LEAST_IN_USE_MS = 100;
const IN_USE_BYTES_A_MS = 35_000;
const MOST_IN_USE_MS = 2000;
/** Shared memories reserve addresses whatever they hold; each index has one at least. */
const MOST_INDEXES = 2000;
const RETRY_MS = 10_000;

interface BudgetSettings {
  readonly mostBytes: number;
  readonly entries: () => readonly RegistryEntry[];
  /** False where it turned out to be in use. */
  readonly letGo: (entry: RegistryEntry) => Promise<boolean>;
  readonly onFull: (isFull: boolean, bytes: number) => void;
  readonly onFailure: (error: unknown, about: { readonly tenant?: TenantId }) => void;
}

export class MemoryBudget {
  readonly #settings: BudgetSettings;
  #lookedAtMs = 0;
  #isFull = false;
  #making: Promise<void> | null = null;

  constructor(settings: BudgetSettings) {
    this.#settings = settings;
  }

  /** Throws 503 `overloaded` while the indexes are full; looks whether they still have to be. */
  assertRoom(): void {
    if (!this.#isFull) return;
    this.look(null);
    const mib = Math.round(this.#settings.mostBytes / 2 ** 20);
    throw retryLater(
      'overloaded',
      `The candidate indexes have taken the ${mib} MiB that they may (COUNTERPART_INDEX_MEMORY), so nobody can be added now. ` +
        'Deletions go on; ask again later, or give the service more memory.',
      RETRY_MS,
    );
  }

  /** Looks now and then, and makes room where it is needed; `inUse` stays. Returns at once. */
  look(inUse: RegistryEntry | null): void {
    if (Date.now() - this.#lookedAtMs < LOOK_EVERY_MS) return;
    void this.makeRoom(inUse);
  }

  /** Before an index comes in: resolves when there is room for it, or nobody who could go. */
  async makeRoom(inUse: RegistryEntry | null): Promise<void> {
    this.#lookedAtMs = Date.now();
    if (this.#making === null && !this.isTight()) this.#tell(false, this.#bytes());
    else this.#making ??= this.#letGoUntilLow(inUse);
    await this.#making;
  }

  /** Once nobody is being let go. */
  async settled(): Promise<void> {
    await this.#making;
  }

  /** Never rejects. */
  async #letGoUntilLow(inUse: RegistryEntry | null): Promise<void> {
    try {
      // Others may have come in while some were let go.
      while (this.isTight() && (await this.#letSomeGo(inUse)) > 0);
      const bytes = this.#bytes();
      this.#tell(bytes > this.#settings.mostBytes, bytes);
    } catch (error) {
      this.#settings.onFailure(error, {});
    } finally {
      this.#making = null;
    }
  }

  /** How many went. */
  async #letSomeGo(inUse: RegistryEntry | null): Promise<number> {
    const { mostBytes, entries, letGo } = this.#settings;
    const idle = entries()
      .filter((entry) => entry !== inUse && entry.follower.isBuilt && entry.compacting === null)
      .filter((entry) => Date.now() - entry.lastAskedAtMs >= inUseMs(entry))
      .sort((a, b) => a.lastAskedAtMs - b.lastAskedAtMs);
    let bytes = this.#bytes();
    let gone = 0;
    for (const entry of idle) {
      if (bytes <= LOW * mostBytes && this.#count() <= LOW * MOST_INDEXES) break;
      const freed = bytesOf(entry);
      if (!(await letGo(entry))) continue;
      bytes -= freed;
      gone += 1;
    }
    return gone;
  }

  /** Whether there is little memory left. */
  isTight(): boolean {
    return this.#bytes() > HIGH * this.#settings.mostBytes || this.#count() > MOST_INDEXES;
  }

  #tell(isFull: boolean, bytes: number): void {
    if (isFull !== this.#isFull) this.#settings.onFull(isFull, bytes);
    this.#isFull = isFull;
  }

  /** Who was refused has an entry, but no index. */
  #count(): number {
    return this.#settings.entries().filter(({ follower }) => follower.progress !== null).length;
  }

  #bytes(): number {
    return this.#settings.entries().reduce((sum, entry) => sum + bytesOf(entry), 0);
  }
}

function inUseMs(entry: RegistryEntry): number {
  return Math.min(MOST_IN_USE_MS, LEAST_IN_USE_MS + bytesOf(entry) / IN_USE_BYTES_A_MS);
}

function bytesOf({ follower }: RegistryEntry): number {
  return Object.values(follower.progress?.memory() ?? {}).reduce((sum, part) => sum + part, 0);
}
