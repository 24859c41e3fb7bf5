import { VisuallyHidden } from '@mantine/core';
import type { wire } from 'counterpart-client';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { type Lane, timeLanes } from './time-lanes.ts';
import styles from './time-line.module.css';

const HEIGHT = 18;
const LARGEST = 8;
const SMALLEST = 3.5;

/** Texts, outcomes and answers of a person on one time axis. */
export function TimeLine({ whole, domain }: { readonly whole: wire.UserExport; readonly domain: string }) {
  const time = timeLanes(whole, domain);
  if (time === null) return null;
  return (
    <Panel title={text.person.timeLine} lead={text.person.timeLineLead}>
      <ul className={styles.lanes}>
        {time.lanes.map((lane) => (
          <li key={lane.name}>
            <span className={styles.name}>{text.person.lanes[lane.name]}</span>
            <LaneMarks lane={lane} />
            <span className={styles.count} aria-hidden="true">
              {text.common.count(lane.count)}
            </span>
            <VisuallyHidden>
              {text.person.laneSaid(lane.count, dateTime(lane.first), dateTime(lane.last))}
            </VisuallyHidden>
          </li>
        ))}
      </ul>
      <p className={styles.ends} aria-hidden="true">
        <span>{dateTime(time.from)}</span>
        {time.from !== time.to && <span>{dateTime(time.to)}</span>}
      </p>
    </Panel>
  );
}

function LaneMarks({ lane }: { readonly lane: Lane }) {
  const most = Math.max(...lane.marks.map(({ count }) => count));
  return (
    <svg className={styles.lane} height={HEIGHT} aria-hidden="true">
      <line x1="0" x2="100%" y1={HEIGHT / 2} y2={HEIGHT / 2} className={styles.axis} />
      {lane.marks.map(({ at, count, time }) => (
        <circle
          key={at}
          cx={`${at * 100}%`}
          cy={HEIGHT / 2}
          // Areas, not radii, are in the ratio of the counts.
          r={SMALLEST + (LARGEST - SMALLEST) * Math.sqrt((count - 1) / Math.max(1, most - 1))}
          className={styles.mark}
          data-lane={lane.name}
        >
          <title>{text.person.laneMark(count, dateTime(time))}</title>
        </circle>
      ))}
    </svg>
  );
}
