import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { runsQuery } from './learning-queries.ts';
import { RunCard } from './run-card.tsx';
import styles from './runs-view.module.css';
import { StartDialog } from './start-dialog.tsx';

export function RunsView({ domain }: { readonly domain: string }) {
  const session = useSession();
  const runs = useQuery(runsQuery(domain));
  const [starting, { open, close }] = useDisclosure(false);
  const mayTrain = allows(session, 'train');
  return (
    <Panel
      title={text.learning.runs}
      {...(mayTrain ? {} : { lead: text.learning.needsTrain })}
      aside={
        mayTrain && (
          <Button size="xs" onClick={open}>
            {text.learning.start}
          </Button>
        )
      }
    >
      {runs.error && <ErrorNote error={runs.error} onRetry={() => runs.refetch()} />}
      {runs.isPending && <Skeleton h={240} radius="md" />}
      {runs.data?.length === 0 && <EmptyState title={text.learning.noRuns} lead={text.learning.noRunsLead} />}
      <ol className={styles.runs}>
        {runs.data?.map((run) => (
          <li key={run.run_id}>
            <RunCard run={run} />
          </li>
        ))}
      </ol>
      <StartDialog domain={domain} opened={starting} onClose={close} />
    </Panel>
  );
}
