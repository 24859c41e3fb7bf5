import type { Move } from './compare-results.ts';
import styles from './comparison.module.css';

/** Lines between the ranks of both lists. The rows of the lists have the same height. */
export function SlopeLines({ moves, rows }: { readonly moves: readonly Move[]; readonly rows: number }) {
  return (
    <svg
      className={styles.lines}
      viewBox={`0 0 100 ${Math.max(1, rows) * 10}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {moves.map(({ id, a, b }) =>
        a === undefined || b === undefined ? null : (
          <path
            key={id}
            className={a === b ? styles.level : a > b ? styles.rise : styles.fall}
            d={`M0 ${a * 10 - 5} C40 ${a * 10 - 5} 60 ${b * 10 - 5} 100 ${b * 10 - 5}`}
          />
        ),
      )}
    </svg>
  );
}
