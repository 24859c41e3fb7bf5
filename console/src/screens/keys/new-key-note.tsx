import { Button } from '@mantine/core';
import { CopyText } from '../../parts/copy-text.tsx';
import styles from '../../parts/form.module.css';
import { text } from '../../text/en.ts';

/** A key right after it was created. */
export function NewKeyNote({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  return (
    <div className={styles.stack}>
      <p role="status">{text.admin.createdLead}</p>
      <p>
        <CopyText value={value} label={text.common.copy} />
      </p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{text.admin.done}</Button>
      </div>
    </div>
  );
}
