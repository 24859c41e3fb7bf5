import { Button, Modal } from '@mantine/core';
import { text } from '../../text/en.ts';
import styles from './definition-tab.module.css';

interface Props {
  readonly name: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
}

export function DiscardDialog({ name, opened, onClose, onDiscard }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={text.domain.discardTitle}>
      <div className={styles.stack}>
        <p>{text.domain.discardLead(name)}</p>
        <div className={styles.actions}>
          <Button
            color="red"
            onClick={() => {
              onDiscard();
              onClose();
            }}
          >
            {text.domain.discardDo}
          </Button>
          <Button variant="default" onClick={onClose} data-autofocus>
            {text.common.cancel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
