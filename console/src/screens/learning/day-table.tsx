import { dayName } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './tables.module.css';

interface Props {
  readonly caption: string;
  readonly columns: readonly string[];
  /** Newest first; each with a text for every column. */
  readonly rows: readonly { readonly day: string; readonly values: readonly string[] }[];
}

/** The numbers of a chart over days. */
export function DayTable({ caption, columns, rows }: Props) {
  return (
    <details className={styles.details}>
      <summary>{text.learning.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={caption}>
        <table className={styles.table}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.learning.day}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, values }) => (
              <tr key={day}>
                <th scope="row">{dayName(day)}</th>
                {columns.map((column, n) => (
                  <td key={column}>{values[n]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
