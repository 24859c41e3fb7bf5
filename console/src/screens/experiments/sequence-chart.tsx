import { useState } from 'react';
import { ChartFrame } from '../../parts/charts/chart-frame.tsx';
import styles from '../../parts/charts/charts.module.css';
import { PointedDrawing } from '../../parts/charts/pointed-drawing.tsx';
import { SIZE } from '../../parts/charts/scale.ts';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import type { SequenceScale } from './sequence-scale.ts';

/**
 * The confidence sequence over time, with the line of no difference. The nearest result follows the pointer.
 */
export function SequenceChart({ scale }: { readonly scale: SequenceScale }) {
  const { points, y, lowest, highest } = scale;
  const [pointed, setPointed] = useState<number | null>(null);
  const place = (x: number, value: number) => `${x.toFixed(3)} ${y(value).toFixed(3)}`;
  const upper = points.map(({ x, high }) => place(x, high));
  const lower = points.map(({ x, low }) => place(x, low)).reverse();
  const middle = points.map(({ x, estimate }) => place(x, estimate)).join('L');
  const point = pointed === null ? undefined : points[pointed];
  const figure = text.experiments.figure;
  const rows = points.map(({ at, estimate, low, high }) => [
    dateTime(at),
    figure(estimate),
    figure(low),
    figure(high),
  ]);
  const reading =
    point === undefined
      ? text.experiments.point
      : text.experiments.read(dateTime(point.at), point.estimate, point.low, point.high);
  return (
    <ChartFrame
      label={text.experiments.difference}
      table={{ columns: text.experiments.columns, rows }}
      reading={reading}
    >
      <span className={styles.top} aria-hidden="true">
        {figure(highest)}
      </span>
      <div className={styles.plot}>
        <PointedDrawing xs={points.map(({ x }) => x)} pointed={pointed} onPoint={setPointed}>
          <path d={`M${[...upper, ...lower].join('L')}Z`} className={styles.area} />
          <path d={`M0 ${y(0).toFixed(3)}H${SIZE}`} className={styles.diagonal} />
          <path d={`M${middle}`} className={styles.line} />
        </PointedDrawing>
      </div>
      <span className={styles.top} aria-hidden="true">
        {figure(lowest)}
      </span>
    </ChartFrame>
  );
}
