import styles from './range.module.css';

export interface Range {
  readonly value: number | null;
  /** The ends of the 95 % interval. */
  readonly low: number | null;
  readonly high: number | null;
}

interface Props {
  readonly label: string;
  readonly range: Range;
  /** The axis ends here. */
  readonly max: number;
  /** The axis begins here. Below 0, a line marks 0. */
  readonly min?: number;
  readonly strong?: boolean;
  /** The value and its interval in words. */
  readonly words: string;
  /** Stands out below: that it is better, or worse. */
  readonly verdict?: { readonly text: string; readonly tone: 'good' | 'bad' | 'plain' } | undefined;
}

/** A value with its interval on a small axis. Rows below each other share the axis. */
export function RangeRow({ label, range, max, min = 0, strong = false, words, verdict }: Props) {
  const { value, low, high } = range;
  const at = (x: number) => `${Math.max(0, Math.min(1, (x - min) / (max - min))) * 100}%`;
  return (
    <li className={styles.row}>
      <span className={strong ? styles.strong : styles.label}>{label}</span>
      <svg className={styles.axis} aria-hidden="true">
        <line x1="0" x2="100%" y1="10" y2="10" className={styles.ground} />
        {min < 0 && <line x1={at(0)} x2={at(0)} y1="0" y2="20" className={styles.zero} />}
        {low !== null && high !== null && (
          <line x1={at(low)} x2={at(high)} y1="10" y2="10" className={strong ? styles.mine : styles.other} />
        )}
        {value !== null && (
          <circle cx={at(value)} cy="10" r="5" className={strong ? styles.mineDot : styles.otherDot} />
        )}
      </svg>
      <span className={styles.words}>{words}</span>
      <span className={verdict ? styles[verdict.tone] : styles.plain}>{verdict?.text}</span>
    </li>
  );
}
