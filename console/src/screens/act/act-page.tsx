import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '../../parts/page-head.tsx';
import styles from './operation-form.module.css';

type Lists = '/datasets' | '/models' | '/tokenizers' | '/simulations' | '/segments' | '/experiments';

interface Props {
  readonly title: string;
  readonly lead: string;
  readonly back: { readonly to: Lists; readonly label: string };
  /** The form. */
  readonly children: ReactNode;
  /** Beside the form: the call as code, and its progress. */
  readonly side: ReactNode;
}

/** A page with a form, and beside it the call that it makes. */
export function ActPage({ title, lead, back, children, side }: Props) {
  return (
    <>
      <PageHead title={title} lead={lead}>
        <Link to={back.to}>{back.label}</Link>
      </PageHead>
      <div className={styles.layout}>
        {children}
        <div className={styles.side}>{side}</div>
      </div>
    </>
  );
}
