import { queryClient } from './query-client.ts';
import { type Session, sessionKey } from './session.ts';
import { shownWorkspace } from './shown-workspace.ts';

/**
 * Begins or ends a session. Nothing that the one before has read stays: the next may be of another workspace.
 */
export function switchSession(session: Session | null): void {
  shownWorkspace.set(session?.tenant.id ?? null);
  queryClient.setQueryData(sessionKey, session);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}
