import { getRouteApi } from '@tanstack/react-router';
import { PageHead } from '../../parts/page-head.tsx';
import { useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './account-screen.module.css';
import { OwnSessions } from './own-sessions.tsx';
import { WorkspaceList } from './workspace-list.tsx';

const route = getRouteApi('/account');

/** The workspaces of a person, one of which is chosen after a sign-in, and the sessions of a person or key. */
export function AccountScreen() {
  const { to } = route.useSearch();
  const { member, workspaces } = useSession();
  const chooses = to !== undefined && workspaces.length > 1;
  const lead = member === null ? text.yours.leadOfKey : text.yours.lead(member.email);
  return (
    <>
      <PageHead title={chooses ? text.yours.choose : text.yours.title} lead={lead} />
      <div className={styles.stack}>
        {workspaces.length > 1 && <WorkspaceList to={to} />}
        <OwnSessions />
      </div>
    </>
  );
}
