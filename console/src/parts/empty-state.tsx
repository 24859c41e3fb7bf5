import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface Props {
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
}

export function EmptyState({ title, lead, children }: Props) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {lead && <p>{lead}</p>}
      {children}
    </div>
  );
}
