import { text } from '../../text/en.ts';
import type { Fault } from './domain-queries.ts';
import styles from './fault-list.module.css';

interface Props {
  readonly faults: readonly Fault[];
  readonly omitted: number;
  /** The faults are not yet those of what stands in the editor. */
  readonly busy: boolean;
  readonly onOpen: (fault: Fault) => void;
}

/** Faults as a list; each leads to its place in the editor. */
export function FaultList({ faults, omitted, busy, onOpen }: Props) {
  const state = busy
    ? text.domain.checking
    : faults.length === 0
      ? text.domain.valid
      : text.domain.faults(faults.length + omitted);
  return (
    <div className={styles.faults} aria-busy={busy}>
      <p role="status" className={styles.state} data-bad={(!busy && faults.length > 0) || undefined}>
        {state}
      </p>
      {faults.length > 0 && (
        <ol className={styles.list}>
          {faults.map((fault, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two faults may be equal
            <li key={at}>
              <button type="button" onClick={() => onOpen(fault)}>
                <span className={styles.line}>{text.domain.goToLine(fault.line)}</span>
                <span>
                  {fault.path && <code>{fault.path} </code>}
                  {fault.message}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {omitted > 0 && <p className={styles.state}>{text.domain.faultsOmitted(omitted)}</p>}
    </div>
  );
}
