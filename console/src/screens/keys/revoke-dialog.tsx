import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Key } from '../../api/admin-queries.ts';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import styles from '../../parts/form.module.css';
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
    <Modal opened={revoking !== undefined} onClose={close} title={text.admin.revokeTitle}>
      {revoking && (
        <div className={styles.stack}>
          <p>
            <code>{revoking.id}</code>
          </p>
          <p>{text.admin.revokeLead(revoking.sessions)}</p>
          {revoke.error && <ErrorNote error={revoke.error} />}
          <div className={styles.actions}>
            <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate(revoking.id)}>
              {text.admin.revoke}
            </Button>
            <Button variant="default" onClick={close} data-autofocus>
              {text.common.cancel}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
