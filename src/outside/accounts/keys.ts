/** Creates and revokes keys. */
import type { TenantId } from '../../contract/brands.ts';
import type { Issue } from '../../contract/error-details.ts';
import { apiError, invalidRequest } from '../../contract/errors.ts';
import { newId } from '../../contract/new-id.ts';
import {
  type AccountStore,
  type ApiKey,
  OPERATOR_OWNER,
  OPERATOR_SCOPE,
  type Scope,
  tenantScopes,
} from '../../platform/storage/store.ts';
import { hashKey, newKey } from './api-key.ts';
import { nameIssues } from './name-issues.ts';

const DEFAULT_RATE = 100;
const DEFAULT_BURST = 200;
const LARGEST_RATE = 1_000_000;

export interface NewKey {
  /** The name of its holder, for people. */
  readonly name?: string | null;
  /** Default: all that a key of a tenant can have. */
  readonly scopes?: readonly string[];
  /** ISO 8601; default: never. */
  readonly expiresAt?: string;
  /** Requests a second; default 100. */
  readonly rate?: number;
  /** Requests at once; default twice the rate. */
  readonly burst?: number;
}

/** Only this result contains the key itself. */
export interface CreatedKey {
  readonly key: string;
  readonly stored: ApiKey;
}

/** A key of a tenant. Throws 400 `invalid_request`. */
export async function createKey(
  accounts: AccountStore,
  clock: () => number,
  tenantId: TenantId,
  key: NewKey,
): Promise<CreatedKey> {
  const scopes = key.scopes ?? tenantScopes;
  refuseFaults([...scopeIssues(scopes), ...limitIssues(key, clock()), ...nameIssues(key.name)]);
  return create(accounts, clock, { ...key, tenantId, scopes: scopes as readonly Scope[] });
}

/** A key of no tenant, whose only scope is `operator`. Throws 400 `invalid_request`. */
export async function createOperatorKey(
  accounts: AccountStore,
  clock: () => number,
  key: Omit<NewKey, 'scopes'>,
): Promise<CreatedKey> {
  refuseFaults([...limitIssues(key, clock()), ...nameIssues(key.name)]);
  return create(accounts, clock, { ...key, tenantId: OPERATOR_OWNER, scopes: [OPERATOR_SCOPE] });
}

async function create(
  accounts: AccountStore,
  clock: () => number,
  given: NewKey & Pick<ApiKey, 'tenantId' | 'scopes'>,
): Promise<CreatedKey> {
  const key = newKey();
  const stored: ApiKey = {
    keyId: newId('key'),
    tenantId: given.tenantId,
    hash: hashKey(key),
    name: given.name ?? null,
    scopes: given.scopes,
    ...limitsOf(given),
    createdAt: new Date(clock()).toISOString(),
    expiresAt: given.expiresAt === undefined ? null : new Date(given.expiresAt).toISOString(),
    revokedAt: null,
    usedAt: null,
  };
  await accounts.createKey(stored);
  return { key, stored };
}

/** Throws 400 `invalid_request`, 404 `not_found`. */
export async function renameKey(accounts: AccountStore, keyId: string, name: string | null): Promise<ApiKey> {
  refuseFaults(nameIssues(name));
  const key = await accounts.keyById(keyId);
  if (key === null || !(await accounts.renameKey(key.tenantId, keyId, name))) throw unknownKey(keyId);
  return { ...key, name };
}

export async function revokeKey(accounts: AccountStore, clock: () => number, keyId: string): Promise<void> {
  if (await accounts.revokeKey(keyId, new Date(clock()).toISOString())) return;
  throw unknownKey(keyId);
}

function unknownKey(keyId: string) {
  return apiError('not_found', `There is no key «${keyId}». «counterpart keys list» shows them.`);
}

function limitsOf({ rate, burst }: NewKey): Pick<ApiKey, 'rate' | 'burst'> {
  return {
    rate: rate ?? DEFAULT_RATE,
    burst: burst ?? (rate === undefined ? DEFAULT_BURST : 2 * rate),
  };
}

function scopeIssues(scopes: readonly string[]): readonly Issue[] {
  if (scopes.length === 0) return [{ path: 'scopes', message: 'a key needs at least one scope' }];
  const unknown = scopes.filter((scope) => !(tenantScopes as readonly string[]).includes(scope));
  if (unknown.length === 0) return [];
  const hint = unknown.includes(OPERATOR_SCOPE)
    ? '. A key with «operator» belongs to no tenant and has no other scope: counterpart keys create --operator'
    : '';
  const message = `${unknown.join(', ')}: the scopes are ${tenantScopes.join(', ')}${hint}`;
  return [{ path: 'scopes', message }];
}

function limitIssues(key: NewKey, nowMs: number): readonly Issue[] {
  const { expiresAt } = key;
  const issues: Issue[] = [];
  if (expiresAt !== undefined && !(Date.parse(expiresAt) > nowMs)) {
    issues.push({
      path: 'expires',
      message: `«${expiresAt}» is no time to come; give one as 2030-12-31 or 90d`,
    });
  }
  for (const [path, value] of Object.entries(limitsOf(key))) {
    if (!(value >= 1 && value <= LARGEST_RATE)) {
      issues.push({ path, message: `must be 1 to ${LARGEST_RATE}; ${value} was given` });
    }
  }
  return issues;
}

function refuseFaults(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidRequest([...issues]);
}
