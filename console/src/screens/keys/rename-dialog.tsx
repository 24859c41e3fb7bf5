import { Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Key } from '../../api/admin-queries.ts';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import styles from '../../parts/form.module.css';
import { FormActions } from '../../parts/form-actions.tsx';
import { text } from '../../text/en.ts';

interface Props {
  /** Undefined: closed. */
  readonly renaming: Key | undefined;
  readonly onClose: () => void;
}

export function RenameDialog({ renaming, onClose }: Props) {
  return (
    <Modal opened={renaming !== undefined} onClose={onClose} title={text.admin.renameTitle}>
      {renaming && <RenameForm key={renaming.id} apiKey={renaming} onClose={onClose} />}
    </Modal>
  );
}

function RenameForm({ apiKey, onClose }: { readonly apiKey: Key; readonly onClose: () => void }) {
  const [name, setName] = useState(apiKey.name ?? '');
  const rename = useMutation({
    mutationFn: () => client.admin.changeKey(apiKey.id, { name: name === '' ? null : name }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'keys'] });
      onClose();
    },
  });
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate();
      }}
    >
      <TextInput
        label={text.admin.keyName}
        description={text.admin.keyNameHint}
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      <FormActions call={rename} submit={text.admin.rename} onCancel={onClose} />
    </form>
  );
}
