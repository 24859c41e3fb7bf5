import { capitalized } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './waterfall.module.css';
import type { Waterfall as Data, Step } from './waterfall-steps.ts';

const names: Readonly<Record<string, string>> = { intercept: text.match.intercept, other: text.match.other };
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;

/** A table whose middle column is drawn: each bar begins where the one above ended. */
export function Waterfall({ waterfall }: { readonly waterfall: Data }) {
  const { steps, sum, probability, extent } = waterfall;
  const [least, most] = extent;
  const at = (value: number) => ((value - least) / (most - least || 1)) * 100;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text.match.term}</th>
          <td />
          <th scope="col" className={styles.number}>
            {text.match.logOdds}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a term may occur once in each direction; the order is fixed
          <tr key={position}>
            <th scope="row">
              {names[step.name] ?? capitalized(step.name)}
              {step.reason && <span className={styles.reason}>{step.reason}</span>}
            </th>
            <td className={styles.cell} aria-hidden="true">
              <StepBar step={step} at={at} />
            </td>
            <td className={styles.number} data-sign={step.value < 0 ? 'down' : 'up'}>
              {signed(step.value)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text.match.sum}</th>
          <td className={styles.cell} aria-hidden="true">
            <svg className={styles.bars} aria-hidden="true">
              <rect
                x={`${Math.min(at(0), at(sum))}%`}
                width={`${Math.abs(at(sum) - at(0))}%`}
                y="50%"
                height="14"
                rx="3"
                transform="translate(0 -7)"
                className={styles.total}
              />
            </svg>
          </td>
          <td className={styles.number}>
            {signed(sum)} <strong>= {text.common.percent(probability)}</strong>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function StepBar({ step, at }: { readonly step: Step; readonly at: (value: number) => number }) {
  const left = Math.min(at(step.from), at(step.to));
  return (
    <svg className={styles.bars} aria-hidden="true">
      <line x1={`${at(0)}%`} x2={`${at(0)}%`} y1="0" y2="100%" className={styles.zero} />
      <rect
        x={`${left}%`}
        width={`${Math.max(0.4, Math.abs(at(step.to) - at(step.from)))}%`}
        y="50%"
        height="14"
        rx="3"
        transform="translate(0 -7)"
        className={step.value < 0 ? styles.down : styles.up}
      />
      <line x1={`${at(step.from)}%`} x2={`${at(step.from)}%`} y1="0" y2="50%" className={styles.link} />
      <line x1={`${at(step.to)}%`} x2={`${at(step.to)}%`} y1="50%" y2="100%" className={styles.link} />
    </svg>
  );
}
