import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { deliveriesQuery, type Webhook, type WebhookDelivery } from '../../api/webhook-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './webhooks-screen.module.css';

const tones: Readonly<Record<string, 'good' | 'bad'>> = { delivered: 'good', failed: 'bad' };

/** The deliveries of the last week, page by page, each to be sent again. */
export function DeliveryList({ webhook: { id, url } }: { readonly webhook: Webhook }) {
  const deliveries = useInfiniteQuery(deliveriesQuery(id));
  const replay = useMutation({
    mutationFn: (delivery: string) => client.webhooks.replay(id, delivery),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks', id] }),
  });
  const rows = deliveries.data?.pages.flatMap(({ data }) => data) ?? [];
  const columns: readonly Column<WebhookDelivery>[] = [
    ...shown,
    {
      label: text.webhooks.again,
      cell: ({ id: delivery, status, payload }) =>
        status === 'pending' || payload === null ? (
          '–'
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={text.webhooks.againOf(delivery)}
            onClick={() => replay.mutate(delivery)}
          >
            {text.webhooks.again}
          </Button>
        ),
    },
  ];
  return (
    <>
      {deliveries.error && <ErrorNote error={deliveries.error} onRetry={() => deliveries.refetch()} />}
      {replay.error && <ErrorNote error={replay.error} />}
      {deliveries.isPending && <Skeleton h={120} radius="md" />}
      {deliveries.isSuccess && rows.length === 0 && <p>{text.webhooks.noDeliveries}</p>}
      {rows.length > 0 && (
        <DataTable
          caption={text.webhooks.deliveriesOf(url)}
          columns={columns}
          rows={rows}
          keyOf={(row) => row.id}
        />
      )}
      {deliveries.hasNextPage && (
        <Button
          mt={12}
          size="xs"
          variant="default"
          loading={deliveries.isFetchingNextPage}
          onClick={() => deliveries.fetchNextPage()}
        >
          {text.common.more}
        </Button>
      )}
    </>
  );
}

const shown: readonly Column<WebhookDelivery>[] = [
  {
    label: text.webhooks.event,
    wide: true,
    cell: ({ type, created_at, payload }) => (
      <>
        <code>{type}</code>
        <span className={styles.note}>{dateTime(created_at)}</span>
        <details>
          <summary>{text.webhooks.payload}</summary>
          <pre className={styles.payload}>
            {payload === null ? text.webhooks.noPayload : JSON.stringify(payload, null, 2)}
          </pre>
        </details>
      </>
    ),
  },
  {
    label: text.webhooks.state,
    cell: ({ status, next_attempt_at }) => (
      <>
        <StateMark tone={tones[status]}>{text.webhooks.states[status] ?? status}</StateMark>
        {next_attempt_at !== null && (
          <span className={styles.note}>{text.webhooks.next(dateTime(next_attempt_at))}</span>
        )}
      </>
    ),
  },
  { label: text.webhooks.attempts, cell: ({ attempts }) => text.webhooks.attemptsOf(attempts.length) },
  {
    label: text.webhooks.last,
    wide: true,
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last === undefined ? '–' : (last.error ?? text.webhooks.answered(last.status));
    },
  },
];
