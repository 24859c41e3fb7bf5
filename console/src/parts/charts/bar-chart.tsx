import { useState } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import styles from './charts.module.css';
import { niceCeiling, shortNumber } from './scale.ts';

export interface BarOfChart {
  /** Stands below the axis where there is room, and in the table. */
  readonly label: string;
  readonly value: number;
}

interface Props {
  readonly label: string;
  /** Heads of the table: the bars, and the count. */
  readonly columns: readonly [string, string];
  readonly bars: readonly BarOfChart[];
  readonly hint: string;
  /** The bar that is pointed at, in words. */
  readonly read: (bar: BarOfChart) => string;
}

const HEIGHT = 100;
/** Labels that fit below their bars; of more bars the first, the middle and the last have one. */
const MOST_LABELS = 7;

/** Columns over an axis of labels. Each column can be pointed at over the whole height. */
export function BarChart({ label, columns, bars, hint, read }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const top = niceCeiling(Math.max(0, ...bars.map(({ value }) => value)));
  const bar = pointed === null ? undefined : bars[pointed];
  const rows = bars.map((each) => [each.label, each.value.toLocaleString('en')]);
  return (
    <ChartFrame label={label} table={{ columns, rows }} reading={bar === undefined ? hint : read(bar)}>
      <span className={styles.top} aria-hidden="true">
        {shortNumber(top)}
      </span>
      <div className={styles.plot}>
        <svg
          className={styles.drawing}
          viewBox={`0 0 ${Math.max(1, bars.length)} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerLeave={() => setPointed(null)}
        >
          <path d={`M0 .5H${bars.length}M0 ${HEIGHT / 2}H${bars.length}`} className={styles.grid} />
          {bars.map(({ label: name, value }, at) => (
            <g key={name} onPointerEnter={() => setPointed(at)}>
              <rect x={at} width={1} height={HEIGHT} className={styles.target} />
              <rect
                x={at + 0.1}
                width={0.8}
                y={HEIGHT - (value / top) * HEIGHT}
                height={(value / top) * HEIGHT}
                className={at === pointed ? styles.pointed : styles.column}
              />
            </g>
          ))}
        </svg>
      </div>
      <p className={bars.length > MOST_LABELS ? styles.axis : styles.labels} aria-hidden="true">
        {labelled(bars).map(({ label: name }) => (
          <span key={name}>{name}</span>
        ))}
      </p>
    </ChartFrame>
  );
}

function labelled(bars: readonly BarOfChart[]): readonly BarOfChart[] {
  if (bars.length <= MOST_LABELS) return bars;
  const middle = Math.floor((bars.length - 1) / 2);
  return bars.filter((_, at) => at === 0 || at === middle || at === bars.length - 1);
}
