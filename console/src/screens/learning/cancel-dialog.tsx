import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import styles from './dialogs.module.css';
import type { Run } from './learning-queries.ts';

interface Props {
  readonly run: Run;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function CancelDialog({ run, opened, onClose }: Props) {
  const cancel = useMutation({
    mutationFn: () => client.training.cancel(run.run_id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['run', run.run_id] });
      void queryClient.invalidateQueries({ queryKey: ['runs', run.domain] });
      onClose();
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={text.learning.cancelTitle}>
      <div className={styles.stack}>
        <p>{text.learning.cancelLead}</p>
        {cancel.error && <ErrorNote error={cancel.error} />}
        <div className={styles.actions}>
          <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {text.learning.cancelDo}
          </Button>
          <Button variant="default" onClick={onClose} data-autofocus>
            {text.learning.keep}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
