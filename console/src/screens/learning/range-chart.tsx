import { text } from '../../text/en.ts';
import styles from './range-chart.module.css';
import type { Range } from './run-figures.ts';

interface Row {
  readonly name: string;
  readonly range: Range;
  /** The one that the others are compared with. */
  readonly isNew: boolean;
}

interface Props {
  readonly measure: string;
  readonly rows: readonly Row[];
}

/** A measure of several models on one axis: a dot, with a line for its 99 % interval. The axis spans the rows. */
export function RangeChart({ measure, rows }: Props) {
  const ends = rows.flatMap(({ range: { value, low, high } }) => [value, low ?? value, high ?? value]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const margin = (most - least) * 0.08 || 0.01;
  const [from, to] = [least - margin, most + margin];
  const at = (value: number) => `${((value - from) / (to - from)) * 100}%`;
  return (
    <div className={styles.measure}>
      <h3>{text.learning.metrics[measure] ?? measure}</h3>
      <p className={styles.hint}>{text.learning.metricHints[measure]}</p>
      <table className={styles.table}>
        <thead className={styles.hidden}>
          <tr>
            <th scope="col">{text.learning.model}</th>
            <td />
            <th scope="col">{text.learning.value}</th>
            <th scope="col">{text.learning.intervalHead}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, range, isNew }) => {
            const interval =
              range.low === null || range.high === null
                ? ''
                : `${range.low.toFixed(3)} to ${range.high.toFixed(3)}`;
            return (
              <tr key={name} data-new={isNew}>
                <th scope="row">{name}</th>
                <td className={styles.cell} aria-hidden="true">
                  <svg className={styles.axis} aria-hidden="true">
                    <title>{interval}</title>
                    <line x1="0" x2="100%" y1="9" y2="9" className={styles.ground} />
                    {range.low !== null && range.high !== null && (
                      <line x1={at(range.low)} x2={at(range.high)} y1="9" y2="9" className={styles.range} />
                    )}
                    <circle cx={at(range.value)} cy="9" r="5" className={styles.dot} />
                  </svg>
                </td>
                <td className={styles.number}>{range.value.toFixed(3)}</td>
                <td className={styles.interval}>{interval}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
