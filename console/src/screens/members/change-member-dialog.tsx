import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import type { Member } from '../../api/member-queries.ts';
import { queryClient } from '../../api/query-client.ts';
import styles from '../../parts/form.module.css';
import { FormActions } from '../../parts/form-actions.tsx';
import { text } from '../../text/en.ts';
import { type MemberForm, rightsOf, type TenantScope } from './member-form.ts';
import { RightsFields } from './rights-fields.tsx';

interface Props {
  /** Undefined: closed. */
  readonly changing: Member | undefined;
  readonly onClose: () => void;
}

export function ChangeMemberDialog({ changing, onClose }: Props) {
  return (
    <Modal
      opened={changing !== undefined}
      onClose={onClose}
      title={text.members.changeOf(changing?.email ?? '')}
    >
      {changing && <ChangeForm key={changing.id} member={changing} onClose={onClose} />}
    </Modal>
  );
}

function ChangeForm({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { id, email } = member;
  const [form, setForm] = useState<MemberForm>({
    ...{ email, name: member.name ?? '', role: member.role ?? '' },
    scopes: member.scopes as readonly TenantScope[],
  });
  const change = useMutation({
    mutationFn: () =>
      client.admin.changeMember(id, { name: form.name === '' ? null : form.name, ...rightsOf(form) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'members'] });
      onClose();
    },
  });
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <RightsFields form={form} onChange={setForm} />
      <FormActions
        call={change}
        submit={text.members.save}
        disabled={form.scopes.length === 0}
        onCancel={onClose}
      />
    </form>
  );
}
