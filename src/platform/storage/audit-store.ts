/**
 * The audit log: which key, session, command or schedule changed what. An entry is written in the transaction
 * of its change, so an acknowledged change is in the log after a crash.
 *
 * The entries of an owner are numbered without a gap, and each holds the hash of the one before it. No
 * operation changes an entry, and triggers of the database refuse it. Entries older than the setting allows
 * are removed. The number and hash of the last one removed stay as the anchor, from which the chain goes on.
 *
 * No entry holds a secret or a text of a profile. A person stands in it as a keyed hash alone
 * (`sql/people/person-mark.ts`).
 */
import type { AuditAction, AuditActorKind, AuditResult } from '../../contract/audit-actions.ts';
import type { TenantId } from '../../contract/brands.ts';

interface AuditActor {
  readonly kind: AuditActorKind;
  /** Key and session: the id of the key. Member: its id. Command: its words. Service: the kind of the job, or `service`. */
  readonly id: string;
  /** Session: the first digits of the hash of its token. Member: the mail address. Command: user and machine. Else null. */
  readonly name: string | null;
}

/** Where a change comes from. */
export interface AuditOrigin {
  readonly actor: AuditActor;
  /** The address of the peer of the connection; null: no request. */
  readonly address: string | null;
  readonly requestId: string | null;
}

export interface NewAuditEntry {
  /** The tenant, or `OPERATOR_OWNER` where a change belongs to none. */
  readonly tenantId: TenantId;
  readonly action: AuditAction;
  readonly target: { readonly kind: string; readonly id: string } | null;
  /** The keyed hash of the person that the change is about; null: none. */
  readonly person: string | null;
  /** JSON. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly result: AuditResult;
}

export interface AuditEntry extends NewAuditEntry, AuditOrigin {
  /** `aud_<lower-case ULID>` */
  readonly entryId: string;
  /** From 1, without a gap, by owner. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** SHA-256, hex, over the hash of the entry before it and everything above. */
  readonly hash: string;
}

export interface AuditFilters {
  /** null: of all owners. */
  readonly tenantId: TenantId | null;
  readonly action?: AuditAction;
  /** The id of an actor. */
  readonly actor?: string;
  /** A keyed hash. */
  readonly person?: string;
  /** ISO 8601, UTC: at or after. */
  readonly from?: string;
  /** ISO 8601, UTC: before. */
  readonly to?: string;
}

interface AuditPage {
  /** An entry id. */
  readonly before: string | null;
  readonly limit: number;
}

/** The state of the chain of an owner. */
export interface AuditChain {
  readonly tenantId: TenantId;
  /** Number and hash of the newest entry. */
  readonly number: number;
  readonly hash: string;
  /** The last entry that was removed for its age; number 0: none was. */
  readonly anchorNumber: number;
  readonly anchorHash: string;
}

export interface AuditStore {
  /** For changes outside the store, such as backups. All others are recorded with the change. */
  note(entry: NewAuditEntry): Promise<void>;
  /** Newest first: with an id below `before`. */
  page(filters: AuditFilters, page: AuditPage): Promise<readonly AuditEntry[]>;
  /** Oldest first, one page in memory at a time. */
  scan(filters: AuditFilters, pageSize: number): AsyncIterable<readonly AuditEntry[]>;
  /** By owner. */
  chains(): Promise<readonly AuditChain[]>;
  /** Entries of an owner with a greater number, in order. */
  entriesAfter(tenant: TenantId, number: number, limit: number): Promise<readonly AuditEntry[]>;
  /**
   * Removes the oldest entries of an owner that were made before a time, at most `limit`, and moves the
   * anchor of the chain. Returns how many. The removal has an entry of its own.
   */
  forgetBefore(tenant: TenantId, before: string, limit: number): Promise<number>;
}
