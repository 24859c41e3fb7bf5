/**
 * Rows that were appended to a dataset and wait for its next version. They belong to the name of the dataset,
 * and are checked against its newest ready version, the base.
 */
import type { TenantId } from '../../contract/brands.ts';

export interface AppendedRow {
  readonly kind: 'item' | 'event';
  readonly id: string;
  /** null for items. */
  readonly personId: string | null;
  /** The item that was taken, for the counts of new items; absent: the event turns its item down. */
  readonly itemId?: string;
  /** The row as a line of JSONL. Two rows are equal if their lines are. */
  readonly line: string;
}

export interface NewAppend {
  readonly tenantId: TenantId;
  readonly name: string;
  /** The version that the rows were checked against. */
  readonly baseId: string;
  /** Each id of a kind once. */
  readonly rows: readonly AppendedRow[];
  /** Items that events name and the base lacks: waiting items must have them, or items of these rows. */
  readonly missingItems: readonly string[];
}

export interface PendingRows {
  readonly items: number;
  readonly events: number;
}

export type AppendResult =
  | {
      readonly state: 'appended';
      readonly appended: number;
      /** Rows that wait already, with the same content. */
      readonly duplicates: number;
      readonly pending: PendingRows;
    }
  /** Another version is the newest by now; nothing was kept. */
  | { readonly state: 'stale' }
  /** Rows with these ids wait already, with other content; nothing was kept. */
  | { readonly state: 'conflict'; readonly ids: readonly string[] }
  /** These people were erased and their ids blocked; nothing was kept. */
  | { readonly state: 'blocked'; readonly personIds: readonly string[] }
  /** These items do not exist; nothing was kept. */
  | { readonly state: 'unresolved'; readonly itemIds: readonly string[] };

export interface StoredAppend extends AppendedRow {
  /** Grows with every row of the name, and is never used again. */
  readonly position: number;
}

export interface AppendStore {
  append(append: NewAppend): Promise<AppendResult>;
  pending(tenant: TenantId, name: string): Promise<PendingRows>;
  /** The last position in use; 0: none. */
  lastPosition(tenant: TenantId, name: string): Promise<number>;
  /** Rows of the kind with `after` < position <= `upTo`, in their order. */
  page(
    tenant: TenantId,
    name: string,
    query: {
      readonly kind: AppendedRow['kind'];
      readonly after: number;
      readonly upTo: number;
      readonly limit: number;
    },
  ): Promise<readonly StoredAppend[]>;
  /** Waiting events of the person, in the order in which they were appended; the last `limit`. */
  ofPerson(tenant: TenantId, name: string, personId: string, limit: number): Promise<readonly StoredAppend[]>;
}
