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

export interface ProfileService {
  upsert(tenant: TenantId, request: UpsertUserRequest): Promise<UserRecord>;
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
