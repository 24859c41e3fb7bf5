import type { ReactNode } from 'react';
import styles from './state-mark.module.css';

/** The state of a thing in a word or two. Without a tone it is neither good nor bad. */
export function StateMark({
  tone,
  children,
}: {
  readonly tone?: 'good' | 'bad' | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.mark} data-tone={tone}>
      {children}
    </span>
  );
}
