import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { capitalized, shownValue, words } from '../../parts/words.ts';
import { clockTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './job-log.module.css';
import { isOpen, type Job } from './job-times.ts';
import { curvePath, type LogSeries, logSeries } from './log-series.ts';

const EVERY_MS = 2000;
const LAST_ENTRIES = 12;
const WIDTH = 220;
const HEIGHT = 56;

/** The reports of a job: its numbers as curves, and its last entries. Followed while the job runs. */
export function JobLog({ job }: { readonly job: Job }) {
  const log = useQuery({
    queryKey: ['job-log', job.id, job.status],
    queryFn: async ({ signal }) => (await client.jobs.log(job.id, { signal })).data,
    placeholderData: (before) => before,
    refetchInterval: isOpen(job) ? EVERY_MS : false,
    refetchIntervalInBackground: false,
  });
  if (log.error) return <ErrorNote error={log.error} onRetry={() => log.refetch()} />;
  if (log.data === undefined) return <Skeleton h={HEIGHT + 60} radius="md" />;
  if (log.data.length === 0) return <p className={styles.dim}>{text.jobs.logEmpty}</p>;
  return (
    <div className={styles.log}>
      <ul className={styles.curves}>
        {logSeries(log.data).map((series) => (
          <li key={series.name}>
            <Curve series={series} />
          </li>
        ))}
      </ul>
      <ol className={styles.entries}>
        {log.data
          .slice(-LAST_ENTRIES)
          .toReversed()
          .map(({ at, progress, detail, attempt }) => (
            <li key={`${at}-${progress}`}>
              <span className={styles.dim}>{clockTime(at)}</span> {text.common.percent(progress)}
              {attempt > 1 && ` · ${text.jobs.attempt(attempt)}`} {said(detail)}
            </li>
          ))}
      </ol>
    </div>
  );
}

function Curve({ series: { name, points } }: { readonly series: LogSeries }) {
  const values = points.map(([, value]) => value);
  const [low, high, last] = [Math.min(...values), Math.max(...values), values.at(-1)!];
  const range = text.jobs.curve(shownValue(low), shownValue(high), shownValue(last));
  return (
    <figure className={styles.curve}>
      <figcaption>
        {capitalized(name)} <strong>{shownValue(last)}</strong>
      </figcaption>
      <svg
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${words(name)}: ${range}`}
      >
        <path d={curvePath(points, WIDTH, HEIGHT)} />
        <title>{range}</title>
      </svg>
    </figure>
  );
}

function said(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => (typeof value === 'string' ? value : `${words(name)} ${shownValue(value)}`))
    .join(' · ');
}
