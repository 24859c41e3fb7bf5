import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { text } from '../../text/en.ts';
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
    <ConfirmDialog
      opened={opened}
      title={text.learning.cancelTitle}
      confirm={text.learning.cancelDo}
      keep={text.learning.keep}
      call={cancel}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <p>{text.learning.cancelLead}</p>
    </ConfirmDialog>
  );
}
