/** One-time links, each of which opens a session of a key. */
import { apiError } from '../../contract/errors.ts';
import type { ApiKey, Scope, Store } from '../../platform/storage/store.ts';
import { hashKey } from './api-key.ts';
import { newConsoleToken } from './console-token.ts';
import { holdsScope } from './holds-scope.ts';
import { endOf, isInForce } from './session-credential.ts';

const LINK_MS = 10 * 60_000;

interface LinkParts {
  readonly store: Pick<Store, 'accounts' | 'sessions'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** As `ConsoleSessions.makeLink`. */
export async function makeLink(
  { store, clock }: LinkParts,
  keyId: string,
  scopes: readonly string[] | undefined,
): Promise<{ readonly token: string; readonly expiresAtMs: number }> {
  const nowMs = clock();
  const key = await namedKey(store, keyId);
  if (!isInForce(key, nowMs)) {
    throw apiError(
      'conflict',
      `The key ${keyId} is revoked or expired. «counterpart keys list» shows others.`,
    );
  }
  const token = newConsoleToken('link');
  const expiresAtMs = Math.min(nowMs + LINK_MS, endOf(key));
  const { tenantId } = key;
  const granted = grantedOf(key, scopes);
  await store.sessions.addLink({
    hash: hashKey(token),
    tenantId,
    keyId,
    scopes: granted,
    createdAtMs: nowMs,
    expiresAtMs,
  });
  return { token, expiresAtMs };
}

function grantedOf(key: ApiKey, scopes: readonly string[] | undefined): readonly Scope[] {
  const wanted = (scopes ?? key.scopes) as readonly Scope[];
  const lacking = wanted.filter((scope) => !holdsScope(key.scopes, scope));
  if (lacking.length === 0 && wanted.length > 0) return wanted;
  const given = wanted.length === 0 ? 'no scope was given' : `it lacks ${lacking.join(', ')}`;
  throw apiError(
    'invalid_request',
    `A link can pass on scopes of its key only: ${given}; the key ${key.keyId} has ${key.scopes.join(', ')}.`,
    { issues: [{ path: 'scopes', message: given }] },
  );
}

async function namedKey(store: LinkParts['store'], keyId: string): Promise<ApiKey> {
  const key = await store.accounts.keyById(keyId);
  if (key !== null) return key;
  throw apiError('not_found', `There is no key «${keyId}». «counterpart keys list» shows them.`);
}
