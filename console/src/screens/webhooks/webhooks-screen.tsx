import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { webhooksQuery } from '../../api/webhook-queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { text } from '../../text/en.ts';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { WebhookCard } from './webhook-card.tsx';
import styles from './webhooks-screen.module.css';

const route = getRouteApi('/webhooks');

/** The webhooks of the workspace; the address says whose deliveries are open. */
export function WebhooksScreen() {
  const { webhook: opened, create } = route.useSearch();
  const navigate = route.useNavigate();
  const webhooks = useQuery(webhooksQuery);
  const open = (id: string | undefined) =>
    void navigate({ search: id === undefined ? {} : { webhook: id }, replace: true });
  const setCreating = (creating: boolean) =>
    void navigate({
      search: { ...(opened !== undefined && { webhook: opened }), ...(creating && { create: true }) },
      replace: true,
    });
  return (
    <>
      <PageHead title={text.webhooks.title} lead={text.webhooks.lead}>
        <Button size="xs" onClick={() => setCreating(true)}>
          {text.webhooks.create}
        </Button>
      </PageHead>
      {webhooks.error && <ErrorNote error={webhooks.error} onRetry={() => webhooks.refetch()} />}
      {webhooks.isPending && <Skeleton h={160} radius="md" />}
      {webhooks.data?.length === 0 && <EmptyState title={text.webhooks.empty} />}
      <div className={styles.webhooks}>
        {webhooks.data?.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            isOpen={webhook.id === opened}
            onToggle={() => open(webhook.id === opened ? undefined : webhook.id)}
          />
        ))}
      </div>
      <CreateWebhookDialog opened={create === true} onClose={() => setCreating(false)} />
    </>
  );
}
