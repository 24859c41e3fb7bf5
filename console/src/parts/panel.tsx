import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface Props {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled surface. */
export function Panel({ title, lead, aside, children }: Props) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}
