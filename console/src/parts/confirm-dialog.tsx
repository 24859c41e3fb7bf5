import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../text/en.ts';
import { ErrorNote } from './error-note.tsx';
import styles from './form.module.css';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  /** Says what will be gone. */
  readonly children: ReactNode;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** The call that `onConfirm` makes, where it makes one. */
  readonly call?: { readonly error: Error | null; readonly isPending: boolean };
  /** The text of the button that changes nothing; default: Cancel. */
  readonly keep?: string;
  /** Whether it cannot be done now; the children say why. */
  readonly disabled?: boolean;
}

/** Asks before something ends. The button that changes nothing has the focus. */
export function ConfirmDialog(props: Props) {
  const { opened, title, children, confirm, onConfirm, onClose, call, keep, disabled = false } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <div className={styles.stack}>
        {children}
        {call?.error && <ErrorNote error={call.error} />}
        <div className={styles.actions}>
          <Button color="red" loading={call?.isPending ?? false} disabled={disabled} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button variant="default" onClick={onClose} data-autofocus>
            {keep ?? text.common.cancel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
