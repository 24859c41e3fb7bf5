import styles from './share-list.module.css';

export interface ShareRow {
  readonly key: string;
  readonly name: string;
  readonly note?: string | undefined;
  /** Length of the bar, 0 to 1. */
  readonly share: number;
  readonly value: string;
}

/** Names with a bar and a number each. */
export function ShareList({ rows }: { readonly rows: readonly ShareRow[] }) {
  return (
    <ul className={styles.list}>
      {rows.map(({ key, name, note, share, value }) => (
        <li key={key} className={styles.row}>
          <span className={styles.name}>
            {name}
            {note !== undefined && <code>{note}</code>}
          </span>
          <span className={styles.value}>{value}</span>
          <svg className={styles.track} aria-hidden="true">
            <rect width="100%" height="4" rx="2" className={styles.ground} />
            <rect
              width={`${Math.max(0, Math.min(1, share)) * 100}%`}
              height="4"
              rx="2"
              className={styles.fill}
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}
