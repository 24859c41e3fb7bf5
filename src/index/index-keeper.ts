/**
 * When indexes are kept. Writing all of one again for each change would never end, and what is not kept is only what has
 * to be caught up: 20,000 changes take about a second. So an index is written when a twentieth of it (and that many) has
 * changed; within the hour when anything has, since somebody may have been erased; when it is let go; and at the end.
 * One at a time: the disk has one head, or the threads one queue.
 *
 * What is kept of indexes that are not in memory is looked through once an hour: where somebody was erased since it was
 * written, it is removed, and the index is built from the store when it is next wanted.
 */
import type { ChangeSequence, TenantId } from '../contract/brands.ts';
import type { IndexEngine } from './index-engine.ts';
import type { RegistryEntry } from './registry-entry.ts';

const LEAST_CHANGES = 20_000;
const LEAST_SHARE = 0.05;
const MOST_AGE_MS = 3_600_000;
/** At the end, what is built again in a moment is not worth waiting for. */
const WORTH_KEEPING = 1000;

type OnFailure = (error: unknown, about: { readonly tenant?: TenantId; readonly domain?: string }) => void;

export class IndexKeeper {
  readonly #engine: IndexEngine;
  readonly #onFailure: OnFailure;
  #keeping: Promise<void> | null = null;
  #sweeping: Promise<void> | null = null;
  /** Never: what lies there at the start is looked through soon. */
  #sweptAtMs = 0;

  constructor(engine: IndexEngine, onFailure: OnFailure) {
    this.#engine = engine;
    this.#onFailure = onFailure;
  }

  /** Returns at once. */
  keepDue(entries: readonly RegistryEntry[]): void {
    this.#keeping ??= this.#keepEach(entries.filter((entry) => this.#isDue(entry))).finally(() => {
      this.#keeping = null;
    });
  }

  /** At the end: what would take a while to make again. */
  async keepAll(entries: readonly RegistryEntry[]): Promise<void> {
    await Promise.all([this.#keeping, this.#sweeping]);
    await this.#keepEach(entries.filter((entry) => this.#unsaved(entry) >= WORTH_KEEPING));
  }

  /** A failure is told of, and the index is as it was: what is not kept is built from the store. */
  async keep(entry: RegistryEntry): Promise<void> {
    const { tenant, definition, progress, isBuilt } = entry.follower;
    if (progress === null || !isBuilt || this.#engine.unsaved(progress) === 0) return;
    try {
      await this.#engine.save(tenant, progress);
      entry.keptAtMs = Date.now();
    } catch (error) {
      this.#onFailure(error, { tenant, domain: definition.domain });
    }
  }

  /** `erasedSince`: whether anybody of the domain was erased after the sequence. */
  sweepDue(
    entries: readonly RegistryEntry[],
    erasedSince: (tenant: TenantId, domain: string, after: ChangeSequence) => Promise<boolean>,
  ): void {
    if (Date.now() - this.#sweptAtMs < MOST_AGE_MS) return;
    this.#sweptAtMs = Date.now();
    const inMemory = new Set(
      entries.map(({ follower: { tenant, definition } }) => nameOf({ tenant, ...definition })),
    );
    this.#sweeping = this.#sweep(inMemory, erasedSince).catch((error: unknown) => this.#onFailure(error, {}));
  }

  async #sweep(
    inMemory: ReadonlySet<string>,
    erasedSince: (tenant: TenantId, domain: string, after: ChangeSequence) => Promise<boolean>,
  ): Promise<void> {
    for (const kept of await this.#engine.kept()) {
      if (inMemory.has(nameOf(kept))) continue;
      if (await erasedSince(kept.tenant, kept.domain, kept.sequence)) await this.#engine.forget(kept);
    }
  }

  async #keepEach(entries: readonly RegistryEntry[]): Promise<void> {
    for (const entry of entries) await this.keep(entry);
  }

  #isDue(entry: RegistryEntry): boolean {
    const unsaved = this.#unsaved(entry);
    const size = entry.follower.progress?.size ?? 0;
    if (unsaved >= Math.max(LEAST_CHANGES, LEAST_SHARE * size)) return true;
    return unsaved > 0 && Date.now() - entry.keptAtMs >= MOST_AGE_MS;
  }

  #unsaved({ follower: { progress, isBuilt } }: RegistryEntry): number {
    return progress === null || !isBuilt ? 0 : this.#engine.unsaved(progress);
  }
}

function nameOf({ tenant, domain, version }: { tenant: string; domain: string; version: number }): string {
  return `${tenant} ${domain} ${version}`;
}
