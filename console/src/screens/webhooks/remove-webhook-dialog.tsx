import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Webhook } from '../../api/webhook-queries.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { text } from '../../text/en.ts';

interface Props {
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before a webhook goes. */
export function RemoveWebhookDialog({ webhook: { id, url }, opened, onClose }: Props) {
  const remove = useMutation({
    mutationFn: () => client.webhooks.remove(id),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={text.webhooks.removeTitle}
      confirm={text.webhooks.remove}
      call={remove}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        <code>{url}</code>
      </p>
      <p>{text.webhooks.removeLead}</p>
    </ConfirmDialog>
  );
}
