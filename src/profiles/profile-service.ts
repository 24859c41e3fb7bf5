/** Intake and reading of people: what /users, /context and the importer call. */
import type { TenantId } from '../contract/brands.ts';
import type {
  AppendContextRequest,
  ContextResult,
  DeleteUserResult,
  UpsertUserRequest,
  UserRecord,
  UserRecords,
} from '../contract/user.ts';

/** A request of POST /users, and what only the earlier POST /ingest knows. */
export interface UpsertCall extends UpsertUserRequest {
  /** A text of its own beside `context`, read after it. */
  readonly summary?: string | undefined;
  /** Version by which texts and fields are read (`dating.v1`); default: the one in force. 422 `domain_not_found`. */
  readonly schema?: string | undefined;
  /** Asks the tenant's enrichment endpoint. 422 `enrichment_unavailable` where there is none. */
  readonly enrich?: boolean;
}

export interface ProfileService {
  upsert(tenant: TenantId, request: UpsertCall): Promise<UserRecord>;
  /** Many at once in one transaction, each judged alone: a record or the error it would have met. For imports. */
  upsertMany(
    tenant: TenantId,
    requests: readonly UpsertUserRequest[],
  ): Promise<readonly (UserRecord | Error)[]>;
  append(tenant: TenantId, request: AppendContextRequest): Promise<ContextResult>;
  get(tenant: TenantId, userId: string, domain: string): Promise<UserRecord>;
  getAll(tenant: TenantId, userId: string): Promise<UserRecords>;
  erase(
    tenant: TenantId,
    userId: string,
    domain: string | null,
  ): Promise<Omit<DeleteUserResult, 'request_id'>>;
}
