import { useState } from 'react';
import { text } from '../../text/en.ts';
import type { ExposureStatistics } from './learning-queries.ts';
import { Legend } from './legend.tsx';
import styles from './square-chart.module.css';
import { SquareChart } from './square-chart.tsx';
import tables from './tables.module.css';

type Points = ExposureStatistics['lorenz'];

const deciles = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** On the diagonal all are shown equally often; the deeper the curve, the fewer are shown much. */
export function LorenzCurve({ points }: { readonly points: Points }) {
  const [people, setPeople] = useState(0.5);
  const shown = shownOf(points, people);
  const line = points.map((point) => `${point.people * 100},${100 - point.shown * 100}`).join(' ');
  const said = (share: number) =>
    text.learning.lorenzSaid(text.common.percent(share), text.common.percent(shownOf(points, share)));
  return (
    <>
      <SquareChart x={text.learning.lorenzX} y={text.learning.lorenzY} onPoint={setPeople}>
        <polygon points={`0,100 ${line} 100,100`} className={styles.area} />
        <polyline points={line} className={styles.curve} />
        <circle cx={people * 100} cy={100 - shown * 100} r="1.6" className={styles.dot} />
      </SquareChart>
      <p className={styles.said}>{said(people)}</p>
      <Legend entries={[{ name: text.learning.equal, tone: '--ink-3' }]} />
      <details className={tables.details}>
        <summary>{text.learning.asTable}</summary>
        <ul className={styles.list}>
          {deciles.map((share) => (
            <li key={share}>{said(share)}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** On the line between the two nearest points. */
export function shownOf(points: Points, people: number): number {
  const after = points.find((point) => point.people >= people);
  const before = points.findLast((point) => point.people <= people);
  if (!after || !before) return 0;
  const width = after.people - before.people;
  if (width === 0) return before.shown;
  return before.shown + ((people - before.people) / width) * (after.shown - before.shown);
}
