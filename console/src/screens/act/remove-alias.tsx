import { useMutation } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { actText } from '../../text/en-act.ts';

const words = actText.aliases;

interface Props {
  readonly alias: wire.ModelAliasFields;
  readonly onClose: () => void;
}

export function RemoveAlias({ alias: { name }, onClose }: Props) {
  const remove = useMutation({
    mutationFn: () => client.modelAliases.remove(name),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['aliases'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={words.removeTitle(name)}
      confirm={words.remove}
      call={remove}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{words.removeLead}</p>
    </ConfirmDialog>
  );
}
