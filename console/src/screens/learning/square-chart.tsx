import type { ReactNode } from 'react';
import styles from './square-chart.module.css';

interface Props {
  readonly x: string;
  readonly y: string;
  /** Drawn in a square of 100 by 100, y downwards. */
  readonly children: ReactNode;
  /** 0..1 of the horizontal axis, where the pointer is. */
  readonly onPoint?: (x: number) => void;
}

const lines = [25, 50, 75];

/** Two shares against each other, with the diagonal on which both are equal. */
export function SquareChart({ x, y, children, onPoint }: Props) {
  return (
    <figure className={styles.figure} aria-hidden="true">
      <span className={styles.y}>{y}</span>
      <svg
        viewBox="0 0 100 100"
        className={styles.square}
        aria-hidden="true"
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          onPoint?.(Math.min(1, Math.max(0, (clientX - left) / width)));
        }}
      >
        {lines.map((at) => (
          <g key={at} className={styles.grid}>
            <line x1={at} x2={at} y1="0" y2="100" />
            <line x1="0" x2="100" y1={at} y2={at} />
          </g>
        ))}
        <line x1="0" y1="100" x2="100" y2="0" className={styles.diagonal} />
        {children}
      </svg>
      <figcaption className={styles.x}>
        <span>0 %</span>
        {x}
        <span>100 %</span>
      </figcaption>
    </figure>
  );
}
