/** The interface of intake and reading of people, behind /users, /context and the importer. */
import type { LiftedBlock } from '../../contract/blocked.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { ReadingDepth } from '../../contract/reading-depths.ts';
import type { ErasedSession } from '../../contract/session-merge.ts';
import type {
  AppendContextRequest,
  ContextResult,
  DeleteUserResult,
  PatchUserRequest,
  UpsertUserRequest,
  UserRecord,
  UserRecords,
} from '../../contract/user.ts';
import type { AnsweredClaim, StoredAnswer } from '../../platform/storage/idempotency-store.ts';
import type { ListedPeople, PeopleQuery } from './list-people.ts';
import type { PersonExport } from './record/export-person.ts';
import type { RecordNotes } from './record/user-record.ts';
import type { FoundPeople, PeopleSearch } from './search/search-people.ts';

/** A request of POST /users, with the options that only the earlier POST /ingest and the importer have. */
export interface UpsertCall extends UpsertUserRequest {
  /** A text of its own beside `context`, read after it. */
  readonly summary?: string | undefined;
  /**
   * Version by which texts and fields are read (`dating.v1`); default: the one in force. 422
   * `domain_not_found`.
   */
  readonly schema?: string | undefined;
  /**
   * How deep its texts are read before it is stored; default: `full`. After a `fast` reading that may differ
   * from the full one, a job reads the stored texts in full.
   */
  readonly reading?: ReadingDepth | undefined;
  /** Whether the readings of its texts that lost are wanted too. */
  readonly explained?: boolean;
  /** Asks the tenant's enrichment endpoint. 422 `enrichment_unavailable` where there is none. */
  readonly enrich?: boolean;
  /**
   * An idempotency key of the request, kept with its answer in the transaction of the write. 409
   * `idempotency_in_progress` where another request has used it meanwhile.
   */
  readonly claim?: UpsertClaim;
}

/** A request of PATCH /users/{user_id}. */
export interface PatchCall extends PatchUserRequest {
  readonly user_id: string;
  readonly domain: string;
}

interface UpsertClaim extends Omit<AnsweredClaim, 'answer'> {
  readonly answerFor: (record: UserRecord) => StoredAnswer;
}

/** Notes that a record shows beside the values in force. */
export interface ShownOfRecord extends Pick<RecordNotes, 'alternatives'> {
  /** Whether its texts are read again, for what was not taken. */
  readonly lost?: boolean;
}

export interface ProfileService {
  upsert(tenant: TenantId, request: UpsertCall): Promise<UserRecord>;
  /**
   * A batch in one transaction. Each request gets its record, or the error that it would have met by itself.
   */
  upsertMany(tenant: TenantId, requests: readonly UpsertCall[]): Promise<readonly (UserRecord | Error)[]>;
  /**
   * By request, the error that it would meet before a text of it is read; null: none. Stores nothing and asks
   * no other host.
   */
  checkMany(tenant: TenantId, requests: readonly UpsertCall[]): Promise<readonly (Error | null)[]>;
  /** Changes the client's values. 404 `user_not_found` where there is no row in the domain. */
  patch(tenant: TenantId, request: PatchCall): Promise<UserRecord>;
  append(tenant: TenantId, request: AppendContextRequest): Promise<ContextResult>;
  get(tenant: TenantId, userId: string, domain: string, shown?: ShownOfRecord): Promise<UserRecord>;
  getAll(tenant: TenantId, userId: string, shown?: ShownOfRecord): Promise<UserRecords>;
  /** People of a domain in the order of their ids, with short fields. */
  list(tenant: TenantId, domain: string, query: PeopleQuery): Promise<ListedPeople>;
  /** Finds people by words and filters. */
  search(tenant: TenantId, query: PeopleSearch): Promise<FoundPeople>;
  /** The sample people of a shipped domain. 404 `not_found` for a domain without them. */
  samples(tenant: TenantId, domain: string): Promise<readonly UpsertUserRequest[]>;
  /** Everything known of a person, over all domains. 404 `user_not_found` where there is nothing. */
  export(tenant: TenantId, userId: string): Promise<PersonExport>;
  erase(
    tenant: TenantId,
    userId: string,
    domain: string | null,
    options?: { readonly block?: boolean },
  ): Promise<Omit<DeleteUserResult, 'request_id'>>;
  /** Erases all events of a session from datasets, whoever's they are. */
  eraseSession(tenant: TenantId, sessionId: string): Promise<Omit<ErasedSession, 'request_id'>>;
  /** Throws 404 `user_not_found` for an id that is not blocked. */
  liftBlock(tenant: TenantId, userId: string): Promise<Omit<LiftedBlock, 'request_id'>>;
}
