import { createContext, useContext } from 'react';
import type { Session } from '../api/session.ts';

export const SessionContext = createContext<Session | null>(null);

/** The session of this page. Only below the shell, which shows the sign-in without one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession is used outside of the shell');
  return session;
}

/** Whether the key may do what one of these scopes allows. */
export function allows(session: Session, ...scopes: readonly string[]): boolean {
  return scopes.some(
    (scope) => session.scopes.includes(scope) || (scope === 'export' && session.scopes.includes('data')),
  );
}
