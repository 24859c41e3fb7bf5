import { Button } from '@mantine/core';
import type { wire } from 'counterpart-client';
import { text } from '../../text/en.ts';
import styles from './person-screen.module.css';

export function ErasedNote({
  result,
  onClose,
}: {
  readonly result: wire.DeleteUserResult;
  readonly onClose: () => void;
}) {
  const { erased, domains, trained_models: trained } = result;
  return (
    <div className={styles.stack} role="status">
      <p>{text.person.erasedIn(domains.join(', '))}</p>
      <ul className={styles.counts}>
        {Object.entries(erased).map(([kind, count]) => (
          <li key={kind}>{text.person.erased[kind]?.(count) ?? `${text.common.count(count)} ${kind}`}</li>
        ))}
      </ul>
      <p>{trained.length > 0 ? text.person.trained(trained.join(', ')) : text.person.notTrained}</p>
      <Button variant="default" onClick={onClose}>
        {text.common.close}
      </Button>
    </div>
  );
}
