import { text } from '../../text/en.ts';
import type { Fault } from './domain-queries.ts';
import styles from './fault-list.module.css';
import type { CheckState } from './use-check.ts';

interface Props {
  readonly faults: readonly Fault[];
  readonly omitted: number;
  /** Only when it is `checked` are the faults of the text in the editor. */
  readonly state: CheckState;
  readonly onOpen: (fault: Fault) => void;
}

/** Faults as a list; each leads to its place in the editor. */
export function FaultList({ faults, omitted, state, onOpen }: Props) {
  const count = faults.length + omitted;
  const found = count === 0 ? text.domain.valid : text.domain.faults(count);
  return (
    <div className={styles.faults} aria-busy={state === 'checking'}>
      <p role="status" className={styles.state} data-bad={(state === 'checked' && count > 0) || undefined}>
        {state === 'checked' ? found : text.domain[state]}
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
