import { Checkbox, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import styles from '../../parts/form.module.css';
import { FormActions } from '../../parts/form-actions.tsx';
import { text } from '../../text/en.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { emptyWebhookForm, eventTypes, webhookRequest, withEvent } from './webhook-form.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function CreateWebhookDialog({ opened, onClose }: Props) {
  const [form, setForm] = useState(emptyWebhookForm);
  const create = useMutation({
    mutationFn: () => client.webhooks.create(webhookRequest(form)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
    gcTime: 0,
  });
  const close = () => {
    create.reset();
    setForm(emptyWebhookForm);
    onClose();
  };
  return (
    <>
      <Modal opened={opened && create.data === undefined} onClose={close} title={text.webhooks.createTitle}>
        <form
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate();
          }}
        >
          <TextInput
            label={text.webhooks.url}
            description={text.webhooks.urlHint}
            value={form.url}
            onChange={({ currentTarget }) => setForm({ ...form, url: currentTarget.value })}
          />
          <TextInput
            label={text.webhooks.description}
            value={form.description}
            onChange={({ currentTarget }) => setForm({ ...form, description: currentTarget.value })}
          />
          <fieldset className={styles.choices}>
            <legend>{text.webhooks.events}</legend>
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                label={type}
                checked={form.events.includes(type)}
                onChange={() => setForm(withEvent(form, type))}
              />
            ))}
          </fieldset>
          <p className={styles.hint}>{text.webhooks.eventsHint}</p>
          <FormActions
            call={create}
            submit={text.webhooks.create}
            disabled={form.url === ''}
            onCancel={close}
          />
        </form>
      </Modal>
      <SecretDialog secret={create.data?.secret} onClose={close} />
    </>
  );
}
