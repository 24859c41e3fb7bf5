import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { linkToken, sessionQuery } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { ScopeNote } from '../parts/scope-note.tsx';
import { text } from '../text/en.ts';
import { firstPage } from './allowed-pages.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import type { Action, Page } from './pages.ts';
import { Palette } from './palette/palette.tsx';
import { allows, SessionContext, useSession } from './session-context.ts';
import styles from './shell.module.css';
import bar from './sidebar.module.css';
import { Sidebar } from './sidebar.tsx';
import { SignIn } from './sign-in.tsx';

interface Props {
  readonly pages: readonly Page[];
  readonly actions: readonly Action[];
}

/**
 * The frame of every page. Without a session it shows the sign-in; the address stays, so signing in leads
 * back.
 */
export function Shell({ pages, actions }: Props) {
  const session = useQuery(sessionQuery);
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
        <Sidebar pages={pages} />
        <div className={styles.column}>
          <ConnectionBanner />
          <main id="content" tabIndex={-1} className={styles.content}>
            <AllowedScreen pages={pages} />
          </main>
        </div>
      </div>
      <Palette pages={pages} actions={actions} />
    </SessionContext>
  );
}

/**
 * In place of a screen that the key may not see, a note names the scope that is missing. The first page leads such
 * a key, as that of an operator, to its first page of the navigation.
 */
function AllowedScreen({ pages }: { readonly pages: readonly Page[] }) {
  const session = useSession();
  const isFirst = useMatches({ select: (matches) => matches.at(-1)?.pathname === '/' });
  const scopes = useMatches({ select: (matches) => matches.at(-1)?.staticData.scopes });
  if (scopes === undefined || allows(session, ...scopes)) return <Outlet />;
  const first = firstPage(session, pages);
  if (isFirst && first !== '/') return <Navigate to={first} replace />;
  return <ScopeNote scope={scopes[0] ?? ''} />;
}

/** The frame before the session is known, with the sizes of the later parts. */
function ShellSkeleton() {
  return (
    <div className={styles.frame} aria-busy="true">
      <header className={bar.bar}>
        <Skeleton h={24} w={140} ml={8} />
      </header>
      <main className={styles.content}>
        <VisuallyHidden role="status">{text.signIn.checking}</VisuallyHidden>
        <Skeleton h={28} w={220} mb={28} />
        <Skeleton h={120} mb={16} />
        <Skeleton h={120} />
      </main>
    </div>
  );
}
