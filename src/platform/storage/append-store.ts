/**
 * Rows that were appended to a dataset and wait for its next version. They belong to the name of the dataset,
 * and are checked against its newest ready version, the base.
 */
import type { TenantId } from '../../contract/brands.ts';

export interface AppendedRow {
  readonly kind: 'item' | 'event';
  readonly id: string;
  /** The person of an event, or the key of an anonymous session (`contract/session-key.ts`); null for items. */
  readonly personId: string | null;
  readonly sessionId?: string;
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

/** `personId`: also of an anonymous session that was merged; the line is as it was appended. */
export interface StoredAppend extends AppendedRow {
  /** Grows with every row of the name, and is never used again. */
  readonly position: number;
}

export interface SessionMerge {
  readonly sessionId: string;
  readonly personId: string;
}

export interface NewMerges {
  readonly tenantId: TenantId;
  /** The name of the dataset. */
  readonly name: string;
  readonly merges: readonly SessionMerge[];
  /** ISO 8601, UTC. */
  readonly at: string;
}

export type MergeResult =
  | { readonly state: 'merged'; readonly merged: number; readonly repeated: number }
  /** These sessions are other people's; nothing was kept. */
  | { readonly state: 'conflict'; readonly sessionIds: readonly string[] }
  /** These people were erased and their ids blocked; nothing was kept. */
  | { readonly state: 'blocked'; readonly personIds: readonly string[] };

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
  /** Says that the events of anonymous sessions are a person's, also those that wait. */
  mergeSessions(merges: NewMerges): Promise<MergeResult>;
  /** The person of each of these sessions that was merged. */
  ownersOf(
    tenant: TenantId,
    name: string,
    sessionIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Merges of the dataset with a session id above `after`, in the order of their ids; null: from the first. */
  mergesOf(
    tenant: TenantId,
    name: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly SessionMerge[]>;
  /** Sessions that were merged with the person; `name` null: in all datasets. */
  sessionsOf(tenant: TenantId, personId: string, name: string | null): Promise<readonly string[]>;
  /** Whether sessions of the dataset were merged at or after the time (ISO 8601, UTC). */
  hasMergesSince(tenant: TenantId, name: string, since: string): Promise<boolean>;
}
