import styles from './legend.module.css';

interface Entry {
  readonly name: string;
  /** A variable of the theme: `--s1`. */
  readonly tone: string;
  readonly value?: string;
}

/** Names of colours, with numbers where there are some. */
export function Legend({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul className={styles.legend}>
      {entries.map(({ name, tone, value }) => (
        <li key={name}>
          <svg width="10" height="10" aria-hidden="true">
            <rect width="10" height="10" rx="3" style={{ fill: `var(${tone})` }} />
          </svg>
          {name}
          {value !== undefined && <strong>{value}</strong>}
        </li>
      ))}
    </ul>
  );
}
