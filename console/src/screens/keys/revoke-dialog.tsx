import { useMutation } from '@tanstack/react-query';
import type { Key } from '../../api/admin-queries.ts';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { text } from '../../text/en.ts';

interface Props {
  /** Undefined: closed. */
  readonly revoking: Key | undefined;
  readonly onClose: () => void;
}

/** Asks before a key ends. */
export function RevokeDialog({ revoking, onClose }: Props) {
  const revoke = useMutation({
    mutationFn: (id: string) => client.admin.revokeKey(id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'keys'] });
      onClose();
    },
  });
  const close = () => {
    revoke.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={revoking !== undefined}
      title={text.admin.revokeTitle}
      confirm={text.admin.revoke}
      call={revoke}
      onConfirm={() => revoking && revoke.mutate(revoking.id)}
      onClose={close}
    >
      {revoking && (
        <>
          <p>
            <code>{revoking.id}</code>
          </p>
          <p>{text.admin.revokeLead(revoking.sessions)}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
