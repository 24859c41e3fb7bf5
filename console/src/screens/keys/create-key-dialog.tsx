import { Button, Checkbox, Modal, NumberInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import styles from '../../parts/form.module.css';
import { FormActions } from '../../parts/form-actions.tsx';
import { text } from '../../text/en.ts';
import { emptyKeyForm, keyRequest, tenantScopes, withScope } from './key-form.ts';

interface Props {
  readonly tenant: { readonly id: string; readonly name: string };
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Creates a key and shows it once. The key is kept in this dialog alone, and is gone when it closes. */
export function CreateKeyDialog({ tenant, opened, onClose }: Props) {
  const [form, setForm] = useState(emptyKeyForm);
  const create = useMutation({
    mutationFn: () => client.admin.createKey(tenant.id, keyRequest(form)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['admin', 'keys'] }),
    gcTime: 0,
  });
  const close = () => {
    create.reset();
    setForm(emptyKeyForm);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      // The key would be lost with a click beside the dialog, or with Escape.
      closeOnClickOutside={create.data === undefined}
      closeOnEscape={create.data === undefined}
      title={create.data ? text.admin.createdTitle : text.admin.newKeyOf(tenant.name)}
    >
      {create.data ? (
        <NewKeyNote value={create.data.key} onClose={close} />
      ) : (
        <form
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate();
          }}
        >
          <TextInput
            label={text.admin.keyName}
            description={text.admin.keyNameHint}
            maxLength={100}
            value={form.name}
            onChange={({ currentTarget }) => setForm({ ...form, name: currentTarget.value })}
            data-autofocus
          />
          <fieldset className={styles.choices}>
            <legend>{text.admin.scopes}</legend>
            {tenantScopes.map((scope) => (
              <Checkbox
                key={scope}
                label={scope}
                checked={form.scopes.includes(scope)}
                onChange={() => setForm(withScope(form, scope))}
              />
            ))}
          </fieldset>
          <TextInput
            type="date"
            label={text.admin.expires}
            description={text.admin.expiresHint}
            value={form.expires}
            onChange={({ currentTarget }) => setForm({ ...form, expires: currentTarget.value })}
          />
          <div className={styles.row}>
            <NumberInput
              label={text.admin.rate}
              description={text.admin.defaultOf(100)}
              min={1}
              max={1_000_000}
              value={form.rate}
              onChange={(rate) => setForm({ ...form, rate })}
            />
            <NumberInput
              label={text.admin.burst}
              description={text.admin.defaultOf(200)}
              min={1}
              max={1_000_000}
              value={form.burst}
              onChange={(burst) => setForm({ ...form, burst })}
            />
          </div>
          <FormActions
            call={create}
            submit={text.admin.create}
            disabled={form.scopes.length === 0}
            onCancel={close}
          />
        </form>
      )}
    </Modal>
  );
}

/** A key right after it was created. */
function NewKeyNote({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  return (
    <div className={styles.stack}>
      <p role="status">{text.admin.createdLead}</p>
      <p>
        <CopyText value={value} label={text.common.copy} />
      </p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{text.admin.done}</Button>
      </div>
    </div>
  );
}
