import { text } from '../../text/en.ts';
import { Legend } from './legend.tsx';
import styles from './score-histogram.module.css';
import tables from './tables.module.css';
import type { WindowScores } from './window-scores.ts';

const [WIDTH, HEIGHT] = [400, 200];

interface Props {
  readonly scores: WindowScores;
  /** The length of each window. */
  readonly days: number;
}

/** Bars of the last days, and the outline of as many days before. */
export function ScoreHistogram({ scores: { now, before, moved }, days }: Props) {
  const [inWindow, earlier] = [text.learning.lastDays(days), text.learning.daysBefore(days)];
  const most = Math.max(0.01, ...now, ...(before ?? []));
  const width = WIDTH / now.length;
  const top = (share: number) => HEIGHT - (share / most) * (HEIGHT - 8);
  const outline = before?.map((share, n) => `H${n * width} V${top(share)} H${(n + 1) * width}`).join(' ');
  const part = (n: number) => `${(n / now.length).toFixed(2)}–${((n + 1) / now.length).toFixed(2)}`;
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={styles.chart}
        aria-hidden="true"
      >
        {now.map((share, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have a fixed order
          <g key={n}>
            <title>{`${part(n)}: ${text.common.percent(share)}`}</title>
            <rect x={n * width} y="0" width={width} height={HEIGHT} className={styles.hit} />
            <rect
              x={n * width + 1}
              y={top(share)}
              width={width - 2}
              height={HEIGHT - top(share)}
              className={styles.now}
            />
          </g>
        ))}
        {outline && <path d={`M0 ${HEIGHT} ${outline} V${HEIGHT}`} className={styles.before} />}
      </svg>
      <div className={styles.axis} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((score) => (
          <span key={score}>{score}</span>
        ))}
      </div>
      <p className={styles.said}>
        {moved === null ? text.learning.noDaysBefore(days) : text.learning.moved(text.common.percent(moved))}
      </p>
      <Legend
        entries={[{ name: inWindow, tone: '--s1' }, ...(before ? [{ name: earlier, tone: '--ink-2' }] : [])]}
      />
      <details className={tables.details}>
        <summary>{text.learning.asTable}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard */}
        <section className={tables.scroll} tabIndex={0} aria-label={text.learning.scoresTitle}>
          <table className={tables.table}>
            <caption>{text.learning.scoresTitle}</caption>
            <thead>
              <tr>
                <th scope="col">{text.learning.score}</th>
                <th scope="col">{inWindow}</th>
                <th scope="col">{earlier}</th>
              </tr>
            </thead>
            <tbody>
              {now.map((share, n) => (
                <tr key={part(n)}>
                  <th scope="row">{part(n)}</th>
                  <td>{text.common.percent(share)}</td>
                  <td>{before ? text.common.percent(before[n] ?? 0) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}
