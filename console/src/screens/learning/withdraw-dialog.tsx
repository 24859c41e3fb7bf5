import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { text } from '../../text/en.ts';
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
    <ConfirmDialog
      opened={opened}
      title={text.learning.withdrawTitle}
      confirm={text.learning.withdrawDo}
      call={withdraw}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    >
      <p>{text.learning.withdrawLead(run.domain)}</p>
    </ConfirmDialog>
  );
}
