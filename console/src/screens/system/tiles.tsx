import type { SystemState } from '../../api/admin-queries.ts';
import { shownBytes, shownMs, shownSpan } from '../../parts/units.ts';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './tiles.module.css';
import { curveOf, type Sample } from './trend.ts';

interface TileProps {
  readonly title: string;
  readonly value: string;
  readonly note: string;
  readonly values?: readonly number[];
  readonly tone?: 'good' | 'bad' | undefined;
}

/** The health of the process at a glance. */
export function Tiles({
  state,
  samples,
}: {
  readonly state: SystemState;
  readonly samples: readonly Sample[];
}) {
  const { memory, event_loop: loop, requests, changes } = state;
  const rates = samples.flatMap(({ perSecond }) => (perSecond === undefined ? [] : [perSecond]));
  const rate = rates.at(-1);
  return (
    <ul className={styles.tiles}>
      <Tile
        title={text.system.traffic}
        value={rate === undefined ? '–' : rate.toLocaleString('en', { maximumFractionDigits: 1 })}
        note={rate === undefined ? text.system.waiting : text.system.inFlight(requests.in_flight)}
        values={rates}
      />
      <Tile
        title={text.system.delay}
        value={shownMs(loop.p99_ms)}
        note={text.system.delayMax(shownMs(loop.max_ms), shownSpan(Math.max(1, loop.window_s)))}
        values={samples.map(({ delayMs }) => delayMs)}
      />
      <Tile
        title={text.system.memory}
        value={shownBytes(memory.rss_bytes)}
        note={text.system.memoryHeap(shownBytes(memory.heap_used_bytes))}
        values={samples.map(({ memoryBytes }) => memoryBytes)}
      />
      <Tile
        title={text.system.lag}
        value={changes.most_behind === 0 ? text.system.lagNone : text.system.lagBehind(changes.most_behind)}
        note={text.system.lagLast(text.common.count(changes.last_sequence))}
        tone={changes.most_behind === 0 ? 'good' : undefined}
      />
      <Tile
        title={text.system.up}
        value={shownSpan(state.uptime_s)}
        note={text.system.version(state.version, dateTime(state.started_at))}
      />
    </ul>
  );
}

function Tile({ title, value, note, values = [], tone }: TileProps) {
  return (
    <li className={styles.tile}>
      <h2>{title}</h2>
      <p className={styles.value} data-tone={tone}>
        {value}
      </p>
      <p className={styles.note}>{note}</p>
      {values.length > 1 && (
        <svg
          className={styles.curve}
          viewBox="0 0 100 28"
          preserveAspectRatio="none"
          role="img"
          aria-label={text.system.trend(title, values.length)}
        >
          <polyline points={curveOf(values)} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
    </li>
  );
}
