/** The interface of messages of trackers for the HTTP layer. */
import type { TenantId } from '../../contract/brands.ts';
import type { MessageMappingRequest, TakenMessages } from '../../contract/message.ts';
import type { MessageReject, StoredMessageMapping } from '../../platform/storage/message-store.ts';

export interface MessageSender {
  readonly tenantId: TenantId;
  readonly keyId: string;
}

export interface MessageService {
  /**
   * Takes messages in the form of Segment's, each once by its id. Faults of single messages are in the answer, and
   * are kept for `rejects`. Throws 503 where the store or an index cannot take them now: the same messages may be
   * sent again.
   */
  take(sender: MessageSender, messages: readonly unknown[]): Promise<Omit<TakenMessages, 'request_id'>>;
  /** The same of events of Snowplow's tracker protocol. */
  takeSnowplow(sender: MessageSender, events: readonly unknown[]): Promise<Omit<TakenMessages, 'request_id'>>;
  mapping(tenant: TenantId): Promise<StoredMessageMapping | null>;
  /** Throws 400 `invalid_request`, and 404 `domain_not_found` or `dataset_not_found` for what a rule names. */
  putMapping(tenant: TenantId, mapping: MessageMappingRequest): Promise<StoredMessageMapping>;
  /** The last refused messages, newest first. */
  rejects(tenant: TenantId): Promise<readonly MessageReject[]>;
}
