import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { schemasQuery } from '../../api/queries.ts';
import { DomainSelect } from '../../parts/domain-select.tsx';
import { useSession } from '../../shell/session-context.ts';
import { FirstRun } from '../people/first-run.tsx';
import styles from './home.module.css';

const USUAL = 'dating';

/** The ways by which the first people come, in a domain that is chosen. */
export function WaysIn() {
  const { domains } = useSession();
  const schemas = useQuery(schemasQuery);
  const [chosen, setChosen] = useState<string>();
  const domain = chosen ?? domains.find((name) => name === USUAL) ?? domains[0];
  if (domain === undefined) return null;
  return (
    <div className={styles.empty}>
      <div className={styles.domain}>
        <DomainSelect schemas={schemas.data} value={domain} onChange={setChosen} />
      </div>
      <FirstRun domain={domain} />
    </div>
  );
}
