import { Button, Modal } from '@mantine/core';
import { CopyText } from '../../parts/copy-text.tsx';
import styles from '../../parts/form.module.css';
import { text } from '../../text/en.ts';

interface Props {
  /** Undefined: closed. */
  readonly secret: string | undefined;
  readonly note?: string;
  readonly onClose: () => void;
}

/** Shows a secret once. It is kept by the caller alone, and is gone when the dialog closes. */
export function SecretDialog({ secret, note, onClose }: Props) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      // The secret would be lost with a click beside the dialog, or with Escape.
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={text.webhooks.secretTitle}
    >
      <div className={styles.stack}>
        <p role="status">{text.webhooks.secretLead}</p>
        {note !== undefined && <p>{note}</p>}
        <p>
          <CopyText value={secret ?? ''} label={text.common.copy} />
        </p>
        <div className={styles.actions}>
          <Button onClick={onClose}>{text.webhooks.done}</Button>
        </div>
      </div>
    </Modal>
  );
}
