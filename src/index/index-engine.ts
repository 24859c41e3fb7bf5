/** What makes indexes, and keeps them: the registry follows the store with them and knows no more of how they are built. */
import type { ChangeSequence, TenantId } from '../contract/brands.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { CandidateIndex } from './candidate-index.ts';

/** What stands on the disk, of an index that may not be in memory. */
export interface KeptIndex {
  readonly tenant: TenantId;
  readonly domain: string;
  readonly version: number;
  readonly sequence: ChangeSequence;
  /** With those of the deleted. */
  readonly rows: number;
}

export interface IndexEngine {
  /** Empty, at a sequence. Throws a `RangeError` where there is no memory for it, as `apply` of its indexes does. */
  create(definition: DomainDefinition, sequence: ChangeSequence, encoderId: string): CandidateIndex;
  /** As it was kept; null where nothing usable was. `latest`: the store's sequence, of before. */
  load(
    tenant: TenantId,
    definition: DomainDefinition,
    latest: ChangeSequence,
  ): Promise<CandidateIndex | null>;
  /** Keeps it as it is now, while changes go on. */
  save(tenant: TenantId, index: CandidateIndex): Promise<void>;
  /** Changes that are not kept; 0 where nothing ever is. */
  unsaved(index: CandidateIndex): number;
  /**
   * The same without the rows of the deleted, at the sequence of now; what is applied to the index meanwhile may or may
   * not be in it, and has to be applied to it. null: an engine that cannot, and is built anew.
   */
  compact(index: CandidateIndex): Promise<CandidateIndex | null>;
  /** Gives back what `slack` says, in the index itself and in steps of a few milliseconds, while it is written and asked. */
  closeSlack(index: CandidateIndex): Promise<void>;
  /** Nobody asks for the index any more, but for the matches that are under way. */
  release(index: CandidateIndex): void;
  /** All that stands on the disk; what is being written meanwhile may be missing. */
  kept(): Promise<readonly KeptIndex[]>;
  /** Removes it from the disk. Not to be asked of an index that is in memory. */
  forget(kept: KeptIndex): Promise<void>;
  close(): Promise<void>;
}

/** An engine of indexes that are built from the store and not kept. */
export function unkept(create: IndexEngine['create']): IndexEngine {
  return {
    create,
    load: async () => null,
    save: async () => undefined,
    unsaved: () => 0,
    compact: async () => null,
    closeSlack: async () => undefined,
    release: () => undefined,
    kept: async () => [],
    forget: async () => undefined,
    close: async () => undefined,
  };
}
