/**
 * What all indexes of the process may take together. Near the bound, those that nobody has asked for longest are let go,
 * one after the other, until there is some air again. Where nobody can go, the indexes are full: new people are refused
 * before they are written (`assertRoom`), which is better than to be ended by the system with everything in hand.
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
/** Who was asked for so lately is in use. */
const IN_USE_MS = 2000;
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

  /** Throws 503 `overloaded` while the indexes are full. */
  assertRoom(): void {
    if (!this.#isFull) return;
    const mib = Math.round(this.#settings.mostBytes / 2 ** 20);
    throw retryLater(
      'overloaded',
      `The candidate indexes have taken the ${mib} MiB that they may (COUNTERPART_INDEX_MEMORY), so nobody can be added now. ` +
        'Deletions go on; ask again later, or give the service more memory.',
      RETRY_MS,
    );
  }

  /** Looks now and then, and makes room where it is needed; `inUse` stays. Returns at once. */
  look(inUse: RegistryEntry): void {
    if (this.#making !== null || Date.now() - this.#lookedAtMs < LOOK_EVERY_MS) return;
    this.#lookedAtMs = Date.now();
    const { onFailure } = this.#settings;
    if (!this.isTight()) {
      this.#tell(false, this.#bytes());
      return;
    }
    this.#making = this.#makeRoom(inUse)
      .catch((error: unknown) => onFailure(error, {}))
      .finally(() => {
        this.#making = null;
      });
  }

  /** Once nobody is being let go. */
  async settled(): Promise<void> {
    await this.#making;
  }

  async #makeRoom(inUse: RegistryEntry): Promise<void> {
    const { mostBytes } = this.#settings;
    // Others may have come in while some were let go.
    while (this.isTight() && (await this.#letSomeGo(inUse)) > 0);
    const bytes = this.#bytes();
    this.#tell(bytes > mostBytes, bytes);
  }

  /** How many went. */
  async #letSomeGo(inUse: RegistryEntry): Promise<number> {
    const { mostBytes, entries, letGo } = this.#settings;
    const idle = entries()
      .filter((entry) => entry !== inUse && entry.follower.isBuilt && entry.compacting === null)
      .filter(({ lastAskedAtMs }) => Date.now() - lastAskedAtMs >= IN_USE_MS)
      .sort((a, b) => a.lastAskedAtMs - b.lastAskedAtMs);
    let bytes = this.#bytes();
    let gone = 0;
    for (const entry of idle) {
      if (bytes <= LOW * mostBytes && entries().length <= LOW * MOST_INDEXES) break;
      const freed = bytesOf(entry);
      if (!(await letGo(entry))) continue;
      bytes -= freed;
      gone += 1;
    }
    return gone;
  }

  /** Whether there is little memory left. */
  isTight(): boolean {
    const { mostBytes, entries } = this.#settings;
    return this.#bytes() > HIGH * mostBytes || entries().length > MOST_INDEXES;
  }

  #tell(isFull: boolean, bytes: number): void {
    if (isFull !== this.#isFull) this.#settings.onFull(isFull, bytes);
    this.#isFull = isFull;
  }

  #bytes(): number {
    return this.#settings.entries().reduce((sum, entry) => sum + bytesOf(entry), 0);
  }
}

function bytesOf({ follower }: RegistryEntry): number {
  return Object.values(follower.progress?.memory() ?? {}).reduce((sum, part) => sum + part, 0);
}
