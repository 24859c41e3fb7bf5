import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { switchWorkspace, type Workspace, workspaceName } from '../../api/session.ts';
import { switchSession } from '../../api/switch-session.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './account-screen.module.css';

/** `to`: the page to open in the chosen workspace; undefined: the first one. */
export function WorkspaceList({ to }: { readonly to: string | undefined }) {
  const { tenant, workspaces } = useSession();
  const router = useRouter();
  const open = useMutation({
    mutationFn: async ({ id }: Workspace) => (id === tenant.id ? null : switchWorkspace(id)),
    onSuccess: (session) => {
      if (session !== null) switchSession(session);
      router.history.push(to ?? '/console/');
    },
  });
  return (
    <Panel title={text.yours.workspaces} lead={text.yours.workspacesLead}>
      {open.error && <ErrorNote error={open.error} />}
      <ul className={styles.list}>
        {workspaces.map((workspace) => (
          <li key={workspace.id}>
            <span className={styles.name}>
              {workspaceName(workspace)}
              {workspace.id === tenant.id && <span className={styles.note}>{text.yours.here}</span>}
            </span>
            <Button
              size="xs"
              variant={workspace.id === tenant.id ? 'default' : 'filled'}
              aria-label={text.yours.openOf(workspaceName(workspace))}
              loading={open.isPending && open.variables.id === workspace.id}
              onClick={() => open.mutate(workspace)}
            >
              {text.yours.open}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
