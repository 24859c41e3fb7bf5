import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import type { Member } from '../../api/member-queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { text } from '../../text/en.ts';

interface Props {
  /** Undefined: closed. */
  readonly removing: Member | undefined;
  readonly onClose: () => void;
}

/** Asks before a member loses access. */
export function RemoveMemberDialog({ removing, onClose }: Props) {
  const remove = useMutation({
    mutationFn: (id: string) => client.admin.removeMember(id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['admin'] });
      onClose();
    },
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={removing !== undefined}
      title={text.members.removeTitle}
      confirm={text.members.remove}
      call={remove}
      onConfirm={() => removing && remove.mutate(removing.id)}
      onClose={close}
    >
      {removing && <p>{text.members.removeLead(removing.email)}</p>}
    </ConfirmDialog>
  );
}
