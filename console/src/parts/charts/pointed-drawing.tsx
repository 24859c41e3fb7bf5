import type { PointerEvent, ReactNode } from 'react';
import styles from './charts.module.css';
import { nearestIndex, SIZE } from './scale.ts';

interface Props {
  /** Horizontal places of the points, ascending, in units of the drawing. */
  readonly xs: readonly number[];
  /** The index of the point that is pointed at; null: none. */
  readonly pointed: number | null;
  readonly onPoint: (index: number | null) => void;
  readonly children: ReactNode;
}

/** A drawing of points with a vertical line at the nearest one, which follows the pointer. */
export function PointedDrawing({ xs, pointed, onPoint, children }: Props) {
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onPoint(nearestIndex(xs, ((event.clientX - left) / width) * SIZE));
  };
  const x = pointed === null ? undefined : xs[pointed];
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove={follow}
      onPointerLeave={() => onPoint(null)}
    >
      {children}
      {x !== undefined && <path d={`M${x} 0V${SIZE}`} className={styles.cursor} />}
    </svg>
  );
}
