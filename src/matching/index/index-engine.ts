/**
 * Makes and saves indexes. The registry uses only this interface and so is independent of the implementation.
 */
import type { ChangeSequence, TenantId } from '../../contract/brands.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { CandidateIndex } from './candidate-index.ts';

/** A snapshot on disk; its index need not be in memory. */
export interface StoredSnapshot {
  readonly tenant: TenantId;
  readonly domain: string;
  readonly version: number;
  readonly sequence: ChangeSequence;
  /** Rows, deleted ones included. */
  readonly rows: number;
}

export interface IndexEngine {
  /**
   * An empty index at a sequence. Throws a `RangeError` where there is no memory for it, as its `apply` does.
   */
  create(definition: DomainDefinition, sequence: ChangeSequence, encoderId: string): CandidateIndex;
  /**
   * The index from its snapshot; null where there is no usable one. `latest`: the store's sequence, read
   * before.
   */
  load(
    tenant: TenantId,
    definition: DomainDefinition,
    latest: ChangeSequence,
  ): Promise<CandidateIndex | null>;
  /** Saves a snapshot of the current state while changes continue. */
  save(tenant: TenantId, index: CandidateIndex): Promise<void>;
  /** The number of changes since the last snapshot; 0 where the engine never saves. */
  unsaved(index: CandidateIndex): number;
  /**
   * A copy without the rows of deleted people, at the sequence of the call. Changes applied meanwhile may be
   * missing and have to be applied to the copy. null: the engine cannot compact, so the index is rebuilt.
   */
  compact(index: CandidateIndex): Promise<CandidateIndex | null>;
  /**
   * Frees the bytes that `slack` reports, in place, in steps of a few milliseconds, while the index is read
   * and written.
   */
  closeSlack(index: CandidateIndex): Promise<void>;
  /** The index gets no new queries; queries in progress may finish. */
  release(index: CandidateIndex): void;
  /** All snapshots on disk; one that is being written may be missing. */
  snapshots(): Promise<readonly StoredSnapshot[]>;
  /** Deletes the snapshot. Its index must not be in memory. */
  deleteSnapshot(snapshot: StoredSnapshot): Promise<void>;
  close(): Promise<void>;
}

/** An engine whose indexes are built from the store and never saved. */
export function withoutSnapshots(create: IndexEngine['create']): IndexEngine {
  return {
    create,
    load: async () => null,
    save: async () => undefined,
    unsaved: () => 0,
    compact: async () => null,
    closeSlack: async () => undefined,
    release: () => undefined,
    snapshots: async () => [],
    deleteSnapshot: async () => undefined,
    close: async () => undefined,
  };
}
