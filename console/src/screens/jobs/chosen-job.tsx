import { CloseButton, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { JobCard } from './job-card.tsx';
import { isOpen, pollingMs } from './job-times.ts';
import styles from './jobs-screen.module.css';

const route = getRouteApi('/jobs');

/** The job that the address names, however old it is, above the list. */
export function ChosenJob({ id }: { readonly id: string }) {
  const navigate = route.useNavigate();
  const job = useQuery({
    queryKey: ['jobs', 'one', id],
    queryFn: ({ signal }) => client.jobs.get(id, { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount, fetchFailureCount } }) =>
      data && isOpen(data) && pollingMs([data], dataUpdateCount, fetchFailureCount),
  });
  const close = () => void navigate({ search: ({ job: _, ...rest }) => rest, replace: true });
  return (
    <div className={styles.chosen}>
      <Panel title={text.jobs.chosen} aside={<CloseButton aria-label={text.common.close} onClick={close} />}>
        {job.error && <ErrorNote error={job.error} onRetry={() => job.refetch()} />}
        {job.isPending && <Skeleton h={120} radius="md" />}
        {job.data && <JobCard job={job.data} />}
      </Panel>
    </div>
  );
}
