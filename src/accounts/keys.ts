/** Creates and revokes keys. */
import type { TenantId } from '../contract/brands.ts';
import type { Issue } from '../contract/error-details.ts';
import { apiError, invalidRequest } from '../contract/errors.ts';
import { newId } from '../contract/new-id.ts';
import { type AccountStore, type ApiKey, allScopes, type Scope } from '../storage/store.ts';
import { hashKey, newKey } from './api-key.ts';

const DEFAULT_RATE = 100;
const DEFAULT_BURST = 200;
const LARGEST_RATE = 1_000_000;

export interface NewKey {
  /** Default: all. */
  readonly scopes?: readonly string[];
  /** ISO 8601; default: never. */
  readonly expiresAt?: string;
  /** Requests a second; default 100. */
  readonly rate?: number;
  /** Requests at once; default twice the rate. */
  readonly burst?: number;
}

export async function createKey(
  accounts: AccountStore,
  clock: () => number,
  tenantId: TenantId,
  given: NewKey,
): Promise<{ readonly key: string; readonly stored: ApiKey }> {
  const rate = given.rate ?? DEFAULT_RATE;
  const burst = given.burst ?? (given.rate === undefined ? DEFAULT_BURST : 2 * given.rate);
  validate({ ...given, rate, burst }, clock());
  const key = newKey();
  const stored: ApiKey = {
    keyId: newId('key'),
    tenantId,
    hash: hashKey(key),
    scopes: (given.scopes ?? allScopes) as readonly Scope[],
    rate,
    burst,
    createdAt: new Date(clock()).toISOString(),
    expiresAt: given.expiresAt === undefined ? null : new Date(given.expiresAt).toISOString(),
    revokedAt: null,
  };
  await accounts.createKey(stored);
  return { key, stored };
}

export async function revokeKey(accounts: AccountStore, clock: () => number, keyId: string): Promise<void> {
  if (await accounts.revokeKey(keyId, new Date(clock()).toISOString())) return;
  throw apiError('not_found', `There is no key «${keyId}». «counterpart keys list» shows them.`);
}

function validate(
  { scopes, expiresAt, rate, burst }: NewKey & { rate: number; burst: number },
  nowMs: number,
): void {
  const issues: Issue[] = [];
  const unknown = (scopes ?? []).filter((scope) => !(allScopes as readonly string[]).includes(scope));
  if (unknown.length > 0) {
    issues.push({ path: 'scopes', message: `${unknown.join(', ')}: the scopes are ${allScopes.join(', ')}` });
  }
  if (scopes?.length === 0) issues.push({ path: 'scopes', message: 'a key needs at least one scope' });
  if (expiresAt !== undefined && !(Date.parse(expiresAt) > nowMs)) {
    issues.push({
      path: 'expires',
      message: `«${expiresAt}» is no time to come; give one as 2030-12-31 or 90d`,
    });
  }
  for (const [path, value] of [
    ['rate', rate],
    ['burst', burst],
  ] as const) {
    if (!(value >= 1 && value <= LARGEST_RATE)) {
      issues.push({ path, message: `must be 1 to ${LARGEST_RATE}; ${value} was given` });
    }
  }
  if (issues.length > 0) throw invalidRequest(issues);
}
