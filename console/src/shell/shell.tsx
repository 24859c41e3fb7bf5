import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { linkToken, sessionQuery } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { loadScreensSoon } from '../screens.ts';
import { text } from '../text/en.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Jump } from './jump.tsx';
import { SessionContext } from './session-context.ts';
import styles from './shell.module.css';
import { ShellSkeleton } from './shell-skeleton.tsx';
import { Sidebar } from './sidebar.tsx';
import { SignIn } from './sign-in.tsx';

/** The frame of every page. Without a session it shows the sign-in; the address stays, so signing in leads back. */
export function Shell() {
  const session = useQuery(sessionQuery);
  useEffect(loadScreensSoon, []);
  const link = useStore(linkToken);
  if (link !== undefined) return <SignIn />;
  if (session.isPending) return <ShellSkeleton />;
  if (session.data === undefined)
    return (
      <main className={styles.alone}>
        <ConnectionBanner />
        <ErrorNote error={session.error} onRetry={() => session.refetch()} />
      </main>
    );
  if (session.data === null) return <SignIn />;
  return (
    <SessionContext value={session.data}>
      <a className={styles.skip} href="#content">
        {text.nav.skip}
      </a>
      <div className={styles.frame}>
        <Sidebar />
        <div className={styles.column}>
          <ConnectionBanner />
          <main id="content" tabIndex={-1} className={styles.content}>
            <Outlet />
          </main>
        </div>
      </div>
      <Jump />
    </SessionContext>
  );
}
