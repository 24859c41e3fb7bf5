import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { textOf } from '../../parts/read-unknown.ts';
import { exactTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './activity.module.css';
import type { StreamedEvent } from './use-events.ts';

/** One event: when, what, and where it leads. */
export function EventLine({ event }: { readonly event: StreamedEvent }) {
  const { type, timestamp } = event;
  return (
    <li className={styles.event}>
      <span className={styles.when}>{exactTime(timestamp)}</span>
      <span className={styles.type}>{text.activity.typeNames[type] ?? type}</span>
      <span className={styles.what}>{describe(event)}</span>
    </li>
  );
}

function describe({ type, data }: StreamedEvent): ReactNode {
  const dataText = (name: string) => textOf(data[name]) ?? '';
  const domain = dataText('domain');
  switch (type) {
    case 'match.made':
      return (
        <>
          <Person id={dataText('user_id')} domain={domain} />{' '}
          <Link to="/activity/$matchId" params={{ matchId: dataText('match_id') }}>
            {text.activity.wasShown(Number(data.shown))}
          </Link>
        </>
      );
    case 'outcome.recorded':
      return (
        <>
          <Person id={dataText('seeker_id')} domain={domain} /> {text.activity.decided(dataText('outcome'))}{' '}
          <Person id={dataText('candidate_id')} domain={domain} />
        </>
      );
    case 'person.changed':
      return (
        <>
          <Person id={dataText('user_id')} domain={domain} /> · {domain}
        </>
      );
    case 'person.erased':
      return `${dataText('user_id')} · ${domain}`;
    case 'job.finished':
      return (
        <Link to="/jobs" search={{ job: dataText('job_id') }}>
          {`${text.jobs.kinds[dataText('kind')] ?? dataText('kind')} · ${dataText('status')}`}
        </Link>
      );
    case 'training.deployed':
    case 'training.rejected':
      return (
        <Link to="/learning/runs/$runId" params={{ runId: dataText('run_id') }}>
          {`${dataText('domain')} · ${dataText('version')}`}
        </Link>
      );
    case 'events.missed':
      return text.activity.missed;
    default:
      return type satisfies never;
  }
}

function Person({ id, domain }: { readonly id: string; readonly domain: string }) {
  return (
    <Link to="/people/$userId" params={{ userId: id }} search={{ domain }}>
      {id}
    </Link>
  );
}
