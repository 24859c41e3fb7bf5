/** Finds the caller that a bearer key belongs to. */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { ApiKey, Scope } from '../../platform/storage/store.ts';
import type { AccountCache } from './account-cache.ts';
import { hashKey, hasKeyForm, sameHash } from './api-key.ts';
import type { NoteKeyUse } from './note-key-use.ts';

/** The caller of a request: the part of a key that may be logged and passed on. */
export interface Caller {
  /** The tenant, or `OPERATOR_OWNER`: an operator’s key may do nothing that belongs to a tenant. */
  readonly tenantId: TenantId;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  /** Requests a second. */
  readonly rate: number;
  /** Requests at once. */
  readonly burst: number;
  /** The mark of the console session that stands for the key or the member (`sessionMark`). */
  readonly session?: string;
  /** The mail address of the member whose session it is; `keyId` is then the id of the member. */
  readonly email?: string;
}

/** For messages: «This key …». */
export const callerInWords = ({ email }: Caller) => (email === undefined ? 'key' : 'member');

export interface AuthenticationParts {
  readonly cache: AccountCache;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly noteKeyUse: NoteKeyUse;
}

/** Throws 401 `unauthorized`. The given text is in no message, because it may be a real key. */
export async function authenticate(
  { cache, clock, noteKeyUse }: AuthenticationParts,
  text: string,
): Promise<Caller> {
  if (!hasKeyForm(text))
    throw unauthorized('The key is not of the form «cp_live_…». Check that it was copied whole.');
  const hash = hashKey(text);
  const key = await cache.keyByHash(hash);
  if (key === null || !sameHash(key.hash, hash)) {
    throw unauthorized('The key is unknown. Ask the operator for one (counterpart keys create).');
  }
  refuseEnded(key, clock());
  noteKeyUse(key);
  const { tenantId, keyId, scopes, rate, burst } = key;
  return { tenantId, keyId, scopes, rate, burst };
}

function refuseEnded({ keyId, revokedAt, expiresAt }: ApiKey, nowMs: number): void {
  if (revokedAt !== null) {
    throw unauthorized(`The key ${keyId} was revoked at ${revokedAt}. Ask the operator for a new one.`);
  }
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) {
    throw unauthorized(`The key ${keyId} expired at ${expiresAt}. Ask the operator for a new one.`);
  }
}

function unauthorized(message: string) {
  return apiError('unauthorized', message);
}
