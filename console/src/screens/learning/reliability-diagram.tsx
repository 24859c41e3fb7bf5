import { useState } from 'react';
import { text } from '../../text/en.ts';
import { Legend } from './legend.tsx';
import type { Bin } from './run-figures.ts';
import styles from './square-chart.module.css';
import { SquareChart } from './square-chart.tsx';
import tables from './tables.module.css';

interface Props {
  readonly before: readonly Bin[];
  readonly after: readonly Bin[];
}

const lineOf = (bins: readonly Bin[]) =>
  bins.map(({ given, observed }) => `${given * 100},${100 - observed * 100}`).join(' ');

/** Predicted against observed; dots grow with the number of pairs. */
export function ReliabilityDiagram({ before, after }: Props) {
  const [pointed, setPointed] = useState(0);
  const most = Math.max(1, ...after.map(({ pairs }) => pairs));
  const nearest = after.reduce<Bin | undefined>(
    (best, bin) => (best && Math.abs(best.given - pointed) <= Math.abs(bin.given - pointed) ? best : bin),
    undefined,
  );
  const { percent, count } = text.common;
  return (
    <>
      <SquareChart x={text.learning.predicted} y={text.learning.observed} onPoint={setPointed}>
        <polyline points={lineOf(before)} className={styles.faint} />
        <polyline points={lineOf(after)} className={styles.curve} />
        {after.map((bin) => (
          <circle
            key={bin.given}
            cx={bin.given * 100}
            cy={100 - bin.observed * 100}
            r={0.8 + 1.4 * Math.sqrt(bin.pairs / most)}
            className={styles.dot}
          />
        ))}
      </SquareChart>
      {nearest && (
        <p className={styles.said}>
          {text.learning.binSaid(percent(nearest.given), percent(nearest.observed), nearest.pairs)}
        </p>
      )}
      <Legend
        entries={[
          { name: text.learning.scorers.after ?? '', tone: '--s1' },
          ...(before.length > 0 ? [{ name: text.learning.scorers.before ?? '', tone: '--ink-3' }] : []),
        ]}
      />
      <details className={tables.details}>
        <summary>{text.learning.asTable}</summary>
        <table className={tables.table}>
          <caption>{text.learning.reliabilityTitle}</caption>
          <thead>
            <tr>
              <th scope="col">{text.learning.predicted}</th>
              <th scope="col">{text.learning.observed}</th>
              <th scope="col">{text.learning.pairs}</th>
            </tr>
          </thead>
          <tbody>
            {after.map((bin) => (
              <tr key={bin.given}>
                <td>{percent(bin.given)}</td>
                <td>{percent(bin.observed)}</td>
                <td>{count(bin.pairs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
