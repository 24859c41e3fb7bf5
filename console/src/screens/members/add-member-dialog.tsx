import { Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import styles from '../../parts/form.module.css';
import { FormActions } from '../../parts/form-actions.tsx';
import { text } from '../../text/en.ts';
import { emptyMemberForm, rightsOf } from './member-form.ts';
import { RightsFields } from './rights-fields.tsx';

interface Props {
  readonly tenant: { readonly id: string; readonly name: string };
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function AddMemberDialog({ tenant, opened, onClose }: Props) {
  const [form, setForm] = useState(emptyMemberForm);
  const close = () => {
    add.reset();
    setForm(emptyMemberForm);
    onClose();
  };
  const add = useMutation({
    mutationFn: () =>
      client.admin.addMember(tenant.id, {
        email: form.email.trim(),
        ...(form.name !== '' && { name: form.name }),
        ...rightsOf(form),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'members'] });
      close();
    },
  });
  return (
    <Modal opened={opened} onClose={close} title={text.members.addTo(tenant.name)}>
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <TextInput
          type="email"
          label={text.members.email}
          description={text.members.emailHint}
          required
          autoComplete="off"
          value={form.email}
          onChange={({ currentTarget }) => setForm({ ...form, email: currentTarget.value })}
          data-autofocus
        />
        <RightsFields form={form} onChange={setForm} />
        <FormActions
          call={add}
          submit={text.members.add}
          disabled={form.email.trim() === '' || form.scopes.length === 0}
          onCancel={close}
        />
      </form>
    </Modal>
  );
}
