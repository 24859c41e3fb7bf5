/**
 * Decides when snapshots of indexes are written. A snapshot after every change would never end, and an
 * unsaved change costs only the time to catch up: about a second for 20,000. So an index is saved in four
 * cases. A twentieth of its rows has changed, and at least a fixed number. Or anything has changed and an
 * hour has passed, since a person may have been erased. Or it is released, or the process ends. One snapshot
 * is written at a time, because they share the disk and the threads.
 *
 * Snapshots whose index is not in memory are checked once an hour. Where a person was erased since it was
 * written, the snapshot is deleted and the index is built from the store on its next use.
 */
import type { ChangeSequence, TenantId } from '../../contract/brands.ts';
import type { IndexEngine } from './index-engine.ts';
import type { RegistryEntry } from './registry-entry.ts';

const MIN_CHANGES = 20_000;
const MIN_SHARE = 0.05;
const MAX_AGE_MS = 3_600_000;
/** At shutdown, smaller indexes are not saved: building them again takes a moment. */
const WORTH_SAVING = 1000;

type OnFailure = (error: unknown, about: { readonly tenant?: TenantId; readonly domain?: string }) => void;

export class IndexSaver {
  readonly #engine: IndexEngine;
  readonly #onFailure: OnFailure;
  #saving: Promise<void> | null = null;
  #sweeping: Promise<void> | null = null;
  /** 0 makes the first check, of snapshots from earlier runs, due soon. */
  #sweptAtMs = 0;

  constructor(engine: IndexEngine, onFailure: OnFailure) {
    this.#engine = engine;
    this.#onFailure = onFailure;
  }

  /** Returns at once. */
  saveDue(entries: readonly RegistryEntry[]): void {
    this.#saving ??= this.#saveEach(entries.filter((entry) => this.#isDue(entry))).finally(() => {
      this.#saving = null;
    });
  }

  /** At shutdown: saves the indexes that would take long to build again. */
  async saveAll(entries: readonly RegistryEntry[]): Promise<void> {
    await Promise.all([this.#saving, this.#sweeping]);
    await this.#saveEach(entries.filter((entry) => this.#unsaved(entry) >= WORTH_SAVING));
  }

  /** A failure is reported and leaves the index as it is. Whatever is not saved is built from the store. */
  async save(entry: RegistryEntry): Promise<void> {
    const { tenant, definition, progress, isBuilt } = entry.follower;
    if (progress === null || !isBuilt || this.#engine.unsaved(progress) === 0) return;
    try {
      await this.#engine.save(tenant, progress);
      entry.savedAtMs = Date.now();
    } catch (error) {
      this.#onFailure(error, { tenant, domain: definition.domain });
    }
  }

  /** `erasedSince`: whether any person of the domain was erased after the sequence. */
  sweepDue(
    entries: readonly RegistryEntry[],
    erasedSince: (tenant: TenantId, domain: string, after: ChangeSequence) => Promise<boolean>,
  ): void {
    if (Date.now() - this.#sweptAtMs < MAX_AGE_MS) return;
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
    for (const snapshot of await this.#engine.snapshots()) {
      if (inMemory.has(nameOf(snapshot))) continue;
      if (await erasedSince(snapshot.tenant, snapshot.domain, snapshot.sequence))
        await this.#engine.deleteSnapshot(snapshot);
    }
  }

  async #saveEach(entries: readonly RegistryEntry[]): Promise<void> {
    for (const entry of entries) await this.save(entry);
  }

  #isDue(entry: RegistryEntry): boolean {
    const unsaved = this.#unsaved(entry);
    const size = entry.follower.progress?.size ?? 0;
    if (unsaved >= Math.max(MIN_CHANGES, MIN_SHARE * size)) return true;
    return unsaved > 0 && Date.now() - entry.savedAtMs >= MAX_AGE_MS;
  }

  #unsaved({ follower: { progress, isBuilt } }: RegistryEntry): number {
    return progress === null || !isBuilt ? 0 : this.#engine.unsaved(progress);
  }
}

function nameOf({ tenant, domain, version }: { tenant: string; domain: string; version: number }): string {
  return `${tenant} ${domain} ${version}`;
}
