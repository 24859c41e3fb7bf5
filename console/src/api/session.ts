import { queryOptions } from '@tanstack/react-query';
import { ApiError } from 'counterpart-client';
import { text } from '../text/en.ts';
import { client } from './client.ts';
import { linkTokenOf } from './link-token.ts';
import { shownWorkspace } from './shown-workspace.ts';
import { createStore } from './store.ts';

export interface Session {
  /** The workspace. An operator has none: it is then a name to show. */
  readonly tenant: { readonly id: string; readonly name: string };
  /** Whether the key belongs to no workspace. */
  readonly operator: boolean;
  readonly scopes: readonly string[];
  readonly domains: readonly string[];
  readonly expires_at: string;
  /** The person who signed in by the identity provider; null: the session of a key. */
  readonly member: { readonly id: string; readonly email: string; readonly name: string | null } | null;
  /** That the person may switch to, this one among them; empty for a key. `operator` has no name. */
  readonly workspaces: readonly Workspace[];
}

export interface Workspace {
  readonly id: string;
  readonly name: string | null;
}

/** As the service answers: an operator has no tenant. */
type AnsweredSession = Omit<Session, 'tenant' | 'operator'> & { readonly tenant: Session['tenant'] | null };

function sessionOf({ tenant, ...session }: AnsweredSession): Session {
  const operator = tenant === null;
  return { ...session, tenant: tenant ?? { id: 'operator', name: text.account.operator }, operator };
}

export const workspaceName = ({ name, id }: Workspace) =>
  name ?? (id === 'operator' ? text.account.operator : id);

export type Credentials = { readonly api_key: string } | { readonly link: string };

export const sessionKey = ['session'] as const;

/** `null`: the page has no session. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => readSession(signal),
  staleTime: 60_000,
});

async function readSession(signal: AbortSignal): Promise<Session | null> {
  try {
    const session = sessionOf(
      await client.request<AnsweredSession>({ method: 'GET', path: '/session' }, { signal }),
    );
    showWorkspace(session.tenant.id);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** A page that shows another workspace begins anew. */
function showWorkspace(id: string): void {
  const shown = shownWorkspace.get();
  if (shown === null) shownWorkspace.set(id);
  else if (shown !== id) window.location.reload();
}

export async function startSession(credentials: Credentials): Promise<Session> {
  return sessionOf(
    await client.request<AnsweredSession>({ method: 'POST', path: '/session', body: credentials }),
  );
}

export async function endSession(): Promise<void> {
  await client.request({ method: 'DELETE', path: '/session' });
}

/** Begins a session of the same person in another workspace. */
export async function switchWorkspace(workspace: string): Promise<Session> {
  return sessionOf(
    await client.request<AnsweredSession>({ method: 'PUT', path: '/session', body: { workspace } }),
  );
}

/** The name of the identity provider; null: there is none. */
export const providerQuery = queryOptions({
  queryKey: [...sessionKey, 'provider'],
  queryFn: ({ signal }) =>
    client.request<{ readonly name: string | null }>({ method: 'GET', path: '/oidc' }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Leaves the page for the identity provider, which leads back to the address that is shown now. */
export async function goToProvider(): Promise<void> {
  const to = window.location.pathname + window.location.search;
  // A provider that is away is told at once. The person decides when to try again.
  const { url } = await client.request<{ readonly url: string }>(
    { method: 'POST', path: '/oidc', body: { to } },
    { maxRetries: 0 },
  );
  window.location.assign(url);
}

/** Whether a session ended while the page was in use. */
export const sessionEnded = createStore(false);

/** The token of `#link=TOKEN`, until it is exchanged. It leaves the address before anything is sent. */
export const linkToken = createStore(takeLinkToken());

function takeLinkToken(): string | undefined {
  const token = linkTokenOf(window.location.hash);
  if (token === undefined) return undefined;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return token;
}
