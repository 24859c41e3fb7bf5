import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { text } from '../../text/en.ts';
import { importText } from '../../text/en-import.ts';
import { isOpen, pollingMs, secondsLeft, shownSeconds } from '../jobs/job-times.ts';

/** How far the texts of a domain are read in full behind an import, while a job does it. */
export function ReadingBehind({ domain }: { readonly domain: string }) {
  const jobs = useQuery({
    queryKey: ['jobs', 'full_reading'],
    queryFn: async ({ signal }) =>
      (await client.jobs.list({ kind: 'full_reading', limit: 100 }, { signal })).data,
    refetchInterval: ({ state }) =>
      pollingMs(state.data ?? [], state.dataUpdateCount, state.fetchFailureCount),
    refetchIntervalInBackground: false,
  });
  const job = jobs.data?.find((each) => each.resource.id === domain && isOpen(each));
  if (job === undefined) return null;
  const left = secondsLeft(job, Date.now());
  return (
    <p>
      {importText.readingBehind(text.common.percent(job.progress))}{' '}
      {left !== undefined && `${text.jobs.left(shownSeconds(left))}. `}
      <Link to="/jobs">{importText.toJobs}</Link>
    </p>
  );
}
