/** The parts that every kind of sign-in shares: a new session, its actor, and what its page shows. */
import type { TenantId } from '../../contract/brands.ts';
import { actAs, actingNow } from '../../platform/storage/acting.ts';
import type { Member } from '../../platform/storage/member-store.ts';
import { type ConsoleSession, credentialKind, sessionMark } from '../../platform/storage/session-store.ts';
import { type ApiKey, OPERATOR_OWNER, type Scope, type Store } from '../../platform/storage/store.ts';
import type { AccountCache } from './account-cache.ts';
import { hashKey } from './api-key.ts';
import type { Caller } from './authenticate.ts';
import { newConsoleToken } from './console-token.ts';
import type { NoteKeyUse } from './note-key-use.ts';
import type { CurrentSession } from './session-credential.ts';
import { ended } from './session-faults.ts';

export const SESSION_MS = 8 * 60 * 60_000;

export interface ConsoleSessionParts {
  readonly store: Pick<Store, 'accounts' | 'sessions' | 'members'>;
  readonly cache: AccountCache;
  readonly noteKeyUse: NoteKeyUse;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

interface SessionTenant {
  readonly id: TenantId;
  readonly name: string;
  readonly domains: readonly string[];
}

/** The caller of a session, and the data that its page shows. */
export interface SessionCaller {
  readonly caller: Caller;
  /** null: the session of an operator. */
  readonly tenant: SessionTenant | null;
  /** null: the session of a key. */
  readonly member: Pick<Member, 'memberId' | 'email' | 'name'> | null;
  /** That the person may switch to, this one among them; empty for the session of a key. */
  readonly workspaces: readonly { readonly owner: TenantId; readonly name: string | null }[];
  /** Epoch milliseconds. */
  readonly expiresAtMs: number;
}

export type NewSession = SessionCaller & { readonly token: string };

export function newSession(
  { tenantId, keyId }: Pick<ApiKey, 'tenantId' | 'keyId'>,
  scopes: readonly Scope[],
  nowMs: number,
  expiresAtMs: number,
): { readonly token: string; readonly session: ConsoleSession } {
  const token = newConsoleToken('session');
  const times = { createdAtMs: nowMs, expiresAtMs, usedAtMs: nowMs };
  return { token, session: { hash: hashKey(token), tenantId, keyId, scopes, ...times } };
}

/** Signing in and out have no caller yet, or none any more. */
export function actAsSession<Result>(
  { session: { keyId, hash }, member }: Pick<CurrentSession, 'session' | 'member'>,
  work: () => Result,
): Result {
  const actor =
    credentialKind(keyId) === 'member'
      ? ({ kind: 'member', id: keyId, name: member?.email ?? null } as const)
      : ({ kind: 'session', id: keyId, name: sessionMark(hash) } as const);
  return actAs({ ...actingNow(), actor }, work);
}

export async function describe(
  parts: ConsoleSessionParts,
  { caller, session: { tenantId, expiresAtMs }, member }: CurrentSession,
): Promise<SessionCaller> {
  const shown = {
    caller,
    member,
    workspaces: member === null ? [] : await workspacesOf(parts, member.email),
    expiresAtMs,
  };
  if (tenantId === OPERATOR_OWNER) return { ...shown, tenant: null };
  const tenant = await parts.cache.tenant(tenantId);
  if (tenant === null) throw ended('its workspace is gone');
  const domains = tenant.domains.map(({ domain }) => domain);
  return { ...shown, tenant: { id: tenantId, name: tenant.name, domains } };
}

async function workspacesOf({ store, cache }: ConsoleSessionParts, email: string) {
  const owners = (await store.members.ofEmail(email)).map(({ tenantId: owner }) => owner);
  return Promise.all(
    owners.map(async (owner) => ({ owner, name: (await cache.tenant(owner))?.name ?? null })),
  );
}
