import type { wire } from 'counterpart-client';
import { text } from '../../text/en.ts';
import styles from './simulations.module.css';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly measure: wire.SimulationFields['coverage'];
}

const share = (value: number) => `${Math.max(0, Math.min(1, value)) * 100}%`;

/** A share as a bar, with its 95 % interval as a line across its end. */
export function MeasureBar({ label, hint, measure }: Props) {
  const { value, low, high } = measure ?? { value: null, low: null, high: null };
  return (
    <div className={styles.measure}>
      <div className={styles.label}>
        <span>{label}</span>
        <strong>{value === null ? text.simulations.none : text.simulations.share(value, low, high)}</strong>
      </div>
      <svg className={styles.track} aria-hidden="true">
        <rect width="100%" y="3" height="6" rx="3" className={styles.ground} />
        {value !== null && <rect width={share(value)} y="3" height="6" rx="3" className={styles.value} />}
        {low !== null && high !== null && (
          <rect x={share(low)} width={share(high - low)} y="5" height="2" className={styles.interval} />
        )}
      </svg>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
