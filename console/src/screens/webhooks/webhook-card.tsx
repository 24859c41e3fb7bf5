import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Webhook } from '../../api/webhook-queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { text } from '../../text/en.ts';
import { DeliveryList } from './delivery-list.tsx';
import { RemoveWebhookDialog } from './remove-webhook-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import styles from './webhooks-screen.module.css';

interface Props {
  readonly webhook: Webhook;
  /** Whether its deliveries are shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] });

/** One webhook: its state, what can be done with it, and its deliveries. */
export function WebhookCard({ webhook, isOpen, onToggle }: Props) {
  const { id, url, description, enabled } = webhook;
  const [removing, setRemoving] = useState(false);
  const change = useMutation({
    mutationFn: () => client.webhooks.change(id, { enabled: !enabled }),
    onSuccess: refresh,
  });
  const test = useMutation({
    mutationFn: () => client.webhooks.test(id),
    onSuccess: async () => {
      await refresh();
      if (!isOpen) onToggle();
    },
  });
  const rotate = useMutation({ mutationFn: () => client.webhooks.rotate(id), onSuccess: refresh, gcTime: 0 });
  const error = change.error ?? test.error ?? rotate.error;
  return (
    <Panel title={url} lead={description ?? undefined}>
      <Facts webhook={webhook} />
      <div className={styles.actions}>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? text.webhooks.hide : text.webhooks.deliveries}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!enabled}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {text.webhooks.test}
        </Button>
        <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate()}>
          {enabled ? text.webhooks.disable : text.webhooks.enable}
        </Button>
        <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {text.webhooks.rotate}
        </Button>
        <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
          {text.webhooks.remove}
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
      {isOpen && <DeliveryList webhook={webhook} />}
      <SecretDialog
        secret={rotate.data?.secret}
        note={text.webhooks.rotatedLead}
        onClose={() => rotate.reset()}
      />
      <RemoveWebhookDialog webhook={webhook} opened={removing} onClose={() => setRemoving(false)} />
    </Panel>
  );
}

function Facts({ webhook: { id, events, enabled, disabled_because } }: { readonly webhook: Webhook }) {
  return (
    <div className={styles.facts}>
      <StateMark tone={enabled ? 'good' : 'bad'}>
        {enabled ? text.webhooks.enabled : text.webhooks.disabled}
      </StateMark>
      {disabled_because !== null && <span>{disabled_because}</span>}
      <span>{events === null ? text.webhooks.allEvents : events.join(', ')}</span>
      <code>{id}</code>
    </div>
  );
}
