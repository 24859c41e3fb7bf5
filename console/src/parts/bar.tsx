import styles from './bar.module.css';

interface Props {
  readonly label: string;
  /** 0 to 1. */
  readonly value: number;
  readonly tone?: 'good' | 'plain';
}

/** A share as a thin bar with its number. */
export function Bar({ label, value, tone = 'plain' }: Props) {
  return (
    <div className={styles.bar}>
      <span className={styles.label}>{label}</span>
      <svg className={styles.track} aria-hidden="true">
        <rect width="100%" height="6" rx="3" className={styles.ground} />
        <rect
          width={`${Math.max(0, Math.min(1, value)) * 100}%`}
          height="6"
          rx="3"
          className={styles[tone]}
        />
      </svg>
      <span className={styles.value}>{value.toFixed(2)}</span>
    </div>
  );
}
