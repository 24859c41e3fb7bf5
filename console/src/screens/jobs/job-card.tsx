import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { shownValue, words } from '../../parts/words.ts';
import { dateTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './job-card.module.css';
import { JobLog } from './job-log.tsx';
import { isOpen, type Job, secondsLeft, secondsTaken, shownSeconds } from './job-times.ts';

export function JobCard({ job }: { readonly job: Job }) {
  const session = useSession();
  const [open, setOpen] = useState(false);
  const cancel = useMutation({
    mutationFn: () => client.jobs.cancel(job.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  });
  const kind = text.jobs.kinds[job.kind] ?? words(job.kind);
  const left = leftOut(job);
  const facts = [...Object.entries(job.detail ?? {}), ...Object.entries(job.result ?? {})].filter(
    ([name, value]) => !left.includes(name) && (typeof value === 'number' || typeof value === 'string'),
  );
  return (
    <article className={styles.card} aria-label={`${kind} ${job.id}`}>
      <header className={styles.head}>
        <div className={styles.what}>
          <h2>{kind}</h2>
          <CopyText value={job.id} label={text.common.copy} />
        </div>
        <span className={styles.status} data-status={job.status}>
          {text.jobs.status[job.status] ?? job.status}
        </span>
      </header>
      {job.status === 'running' && (
        <svg
          className={styles.track}
          role="img"
          aria-label={text.jobs.progress(text.common.percent(job.progress))}
        >
          <rect width="100%" height="6" rx="3" className={styles.ground} />
          <rect width={`${job.progress * 100}%`} height="6" rx="3" className={styles.done} />
        </svg>
      )}
      <p className={styles.times}>{timesOf(job)}</p>
      <p className={styles.times}>
        {words(job.resource.type)} <code>{job.resource.id}</code>
      </p>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{words(name)}</dt>
              <dd>{shownValue(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {job.error && (
        <p className={styles.error}>
          {job.error.message} <code>{job.error.code}</code>
        </p>
      )}
      <Button
        variant="subtle"
        size="compact-xs"
        className={styles.log ?? ''}
        aria-expanded={open}
        aria-label={`${text.jobs.log} ${job.id}`}
        onClick={() => setOpen(!open)}
      >
        {text.jobs.log}
      </Button>
      {open && <JobLog job={job} />}
      <div className={styles.actions}>
        {typeof job.result?.download_url === 'string' && (
          <a href={job.result.download_url} rel="noreferrer" download>
            {text.jobs.download}
          </a>
        )}
        {isOpen(job) && allows(session, 'data') && (
          <Button
            size="compact-xs"
            variant="default"
            loading={cancel.isPending}
            aria-label={text.jobs.cancelOf(job.id)}
            onClick={() => cancel.mutate()}
          >
            {text.jobs.cancel}
          </Button>
        )}
      </div>
      {cancel.error && <ErrorNote error={cancel.error} />}
    </article>
  );
}

/** Details that the card omits: the link, the time left of an ended job, the phase of one that succeeded. */
function leftOut(job: Job): readonly string[] {
  return [
    'download_url',
    ...(isOpen(job) ? [] : ['minutes_left', 'minutes_left_at_most']),
    ...(job.status === 'succeeded' ? ['phase', 'stage'] : []),
  ];
}

function timesOf(job: Job): string {
  const left = secondsLeft(job, Date.now());
  const took = secondsTaken(job);
  return [
    `${text.jobs.created} ${dateTime(job.created_at)}`,
    job.status === 'queued' && text.jobs.waiting,
    job.status === 'running' && text.jobs.progress(text.common.percent(job.progress)),
    left !== undefined && text.jobs.left(shownSeconds(left)),
    took !== undefined && text.jobs.took(shownSeconds(took)),
  ]
    .filter(Boolean)
    .join(' · ');
}
