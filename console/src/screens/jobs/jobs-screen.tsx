import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { text } from '../../text/en.ts';
import { ChosenJob } from './chosen-job.tsx';
import { JobCard } from './job-card.tsx';
import { type Job, pollingMs } from './job-times.ts';
import styles from './jobs-screen.module.css';

const route = getRouteApi('/jobs');

/**
 * The list is asked for again while the page is visible: quickly while something runs, slower and slower
 * otherwise.
 */
export function JobsScreen() {
  const { status, job } = route.useSearch();
  const navigate = route.useNavigate();
  const jobs = useInfiniteQuery({
    queryKey: ['jobs', status],
    queryFn: ({ pageParam, signal }) => jobPage(status, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      pollingMs(
        state.data?.pages.flatMap(({ data }) => data) ?? [],
        state.dataUpdateCount,
        state.fetchFailureCount,
      ),
    refetchIntervalInBackground: false,
  });
  const rows = jobs.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHead title={text.jobs.title} lead={text.jobs.lead} />
      {job !== undefined && <ChosenJob id={job} />}
      <SegmentedControl
        className={styles.filter ?? ''}
        size="xs"
        aria-label={text.jobs.filter}
        value={status ?? ''}
        onChange={(value) => void navigate({ search: value === '' ? {} : { status: value }, replace: true })}
        data={[
          { value: '', label: text.jobs.all },
          ...Object.entries(text.jobs.status).map(([value, label]) => ({ value, label })),
        ]}
      />
      {jobs.error && <ErrorNote error={jobs.error} onRetry={() => jobs.refetch()} />}
      {jobs.isPending && <Skeleton h={220} radius="md" />}
      {jobs.isSuccess && rows.length === 0 && (
        <EmptyState title={status ? text.jobs.emptyFiltered : text.jobs.empty} />
      )}
      <ol className={styles.jobs}>
        {rows.map((row) => (
          <li key={row.id}>
            <JobCard job={row} />
          </li>
        ))}
      </ol>
      {jobs.hasNextPage && (
        <Button
          mt={16}
          variant="default"
          loading={jobs.isFetchingNextPage}
          onClick={() => jobs.fetchNextPage()}
        >
          {text.common.more}
        </Button>
      )}
    </>
  );
}

interface JobPage {
  readonly data: Job[];
  readonly next_cursor: string | null;
}

function jobPage(
  status: string | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<JobPage> {
  return client.request<JobPage>({ method: 'GET', path: '/v1/jobs', query: { status, cursor } }, { signal });
}
