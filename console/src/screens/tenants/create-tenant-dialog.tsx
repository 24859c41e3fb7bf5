import { Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import styles from '../../parts/form.module.css';
import { FormActions } from '../../parts/form-actions.tsx';
import { text } from '../../text/en.ts';

const empty = { name: '', email: '', domains: '' };

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Creates a tenant and opens its page. */
export function CreateTenantDialog({ opened, onClose }: Props) {
  const navigate = useNavigate();
  const [form, setForm] = useState(empty);
  const create = useMutation({
    mutationFn: () => {
      const domains = form.domains.split(/[\s,]+/).filter(Boolean);
      return client.admin.createTenant({
        name: form.name.trim(),
        email: form.email.trim(),
        domains: domains.length === 0 ? 'all' : domains,
      });
    },
    onSuccess: (tenant) => {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'tenants'] });
      close();
      void navigate({ to: '/tenants/$tenantId', params: { tenantId: tenant.id } });
    },
  });
  const close = () => {
    create.reset();
    setForm(empty);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={text.admin.newTenant}>
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <TextInput
          label={text.admin.name}
          description={text.admin.nameHint}
          required
          maxLength={100}
          value={form.name}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, name: value })}
          data-autofocus
        />
        <TextInput
          type="email"
          label={text.admin.email}
          description={text.admin.emailHint}
          required
          value={form.email}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, email: value })}
        />
        <TextInput
          label={text.admin.domainNames}
          description={text.admin.domainNamesHint}
          value={form.domains}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, domains: value })}
          spellCheck={false}
        />
        <FormActions call={create} submit={text.admin.create} onCancel={close} />
      </form>
    </Modal>
  );
}
