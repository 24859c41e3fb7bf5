import { useState } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import styles from './charts.module.css';
import { PointedDrawing } from './pointed-drawing.tsx';
import { SIZE } from './scale.ts';

export interface PointOfChart {
  readonly x: number;
  readonly y: number;
}

interface Props {
  readonly label: string;
  readonly columns: readonly [string, string];
  /** Ascending by x. */
  readonly points: readonly PointOfChart[];
  /** Ends of the axes; both begin at 0. */
  readonly maxX: number;
  readonly maxY: number;
  readonly hint: string;
  readonly read: (point: PointOfChart) => string;
  readonly row: (point: PointOfChart) => readonly [string, string];
  /** Below the axis: its begin and end. */
  readonly ends: readonly [string, string];
  /** The end of the vertical axis. */
  readonly top: string;
  /** Draws the diagonal, where all would be equal. */
  readonly diagonal?: boolean;
}

/** A curve with its area. The nearest point follows the pointer. */
export function LineChart({
  label,
  columns,
  points,
  maxX,
  maxY,
  hint,
  read,
  row,
  ends,
  top,
  diagonal = false,
}: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const xOf = ({ x }: PointOfChart) => (x / maxX) * SIZE;
  const yOf = ({ y }: PointOfChart) => SIZE - (y / maxY) * SIZE;
  const line = points.map((point) => `${xOf(point).toFixed(3)} ${yOf(point).toFixed(3)}`).join('L');
  const [first, last] = [points[0], points.at(-1)];
  const point = pointed === null ? undefined : points[pointed];
  // A line through one point has no length.
  const marked = points.length === 1 ? first : point;
  return (
    <ChartFrame
      label={label}
      table={{ columns, rows: points.map(row) }}
      reading={point === undefined ? hint : read(point)}
    >
      <span className={styles.top} aria-hidden="true">
        {top}
      </span>
      <div className={styles.plot}>
        <PointedDrawing xs={points.map(xOf)} pointed={pointed} onPoint={setPointed}>
          <path d={`M0 .5H${SIZE}M0 ${SIZE / 2}H${SIZE}`} className={styles.grid} />
          {diagonal && <path d={`M0 ${SIZE}L${SIZE} 0`} className={styles.diagonal} />}
          {first && last && (
            <>
              <path d={`M${xOf(first)} ${SIZE}L${line}L${xOf(last)} ${SIZE}Z`} className={styles.area} />
              <path d={`M${line}`} className={styles.line} />
            </>
          )}
        </PointedDrawing>
        {marked && (
          <i
            className={styles.dot}
            style={{ left: `${xOf(marked)}%`, top: `${yOf(marked)}%` }}
            aria-hidden="true"
          />
        )}
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </ChartFrame>
  );
}
