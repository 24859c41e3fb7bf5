import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface Props {
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
}

export function PageHead({ title, lead, children }: Props) {
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <title>{`${title} · Counterpart`}</title>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </div>
  );
}
