import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import styles from './dialogs.module.css';
import type { Run } from './learning-queries.ts';

interface Props {
  /** The run whose model serves. */
  readonly run: Run;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Takes the workspace's own model of a domain out of force. */
export function WithdrawDialog({ run, opened, onClose }: Props) {
  const withdraw = useMutation({
    mutationFn: () => client.training.deployModel({ domain: run.domain, run_id: null }),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['runs', run.domain] }),
        queryClient.invalidateQueries({ queryKey: ['run'] }),
      ]);
      onClose();
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={text.learning.withdrawTitle}>
      <div className={styles.stack}>
        <p>{text.learning.withdrawLead(run.domain)}</p>
        {withdraw.error && <ErrorNote error={withdraw.error} />}
        <div className={styles.actions}>
          <Button color="red" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {text.learning.withdrawDo}
          </Button>
          <Button variant="default" onClick={onClose} data-autofocus>
            {text.common.cancel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
