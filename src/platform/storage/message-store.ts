/**
 * Meanings that a workspace gives to messages of trackers (POST /track, /identify, /batch), and the last
 * refused ones.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { MessageMappingRequest } from '../../contract/message.ts';

export interface MessageReject {
  /** Grows with time. */
  readonly rejectId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly messageId: string | null;
  readonly type: string | null;
  readonly event: string | null;
  /** The people that the reject names; an erasure of one of them deletes it. */
  readonly userId: string | null;
  readonly otherId: string | null;
  readonly code: string;
  readonly message: string;
}

export interface StoredMessageMapping {
  /** As the workspace gave it. */
  readonly mapping: MessageMappingRequest;
  /** ISO 8601, UTC. */
  readonly changedAt: string;
}

/** Refused messages that are kept of a workspace. */
export const KEPT_REJECTS = 200;

export interface MessageStore {
  mapping(tenant: TenantId): Promise<StoredMessageMapping | null>;
  /** Replaces an earlier one. */
  putMapping(tenant: TenantId, stored: StoredMessageMapping): Promise<void>;
  /** Newest first. */
  rejects(tenant: TenantId, limit: number): Promise<readonly MessageReject[]>;
  /** Keeps the newest `KEPT_REJECTS` of the workspace. */
  addRejects(tenant: TenantId, rejects: readonly MessageReject[]): Promise<void>;
}
