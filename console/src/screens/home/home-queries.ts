import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { webhooksQuery } from '../../api/webhook-queries.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { fieldsQuery, matchesQuery, outcomesQuery } from '../learning/learning-queries.ts';

const EVERY_MS = 15_000;
const live = { refetchInterval: EVERY_MS, refetchIntervalInBackground: false } as const;
const MOST = 100;
const YEAR = 365;

const peopleCountQuery = (domain: string) =>
  queryOptions({
    queryKey: ['people-count', domain],
    queryFn: async ({ signal }) => (await client.users.list({ domain, limit: 1 }, { signal })).people,
    ...live,
  });

export interface DomainPeople {
  readonly domain: string;
  readonly people: number;
}

/** People by domain; undefined until all are counted, and for a key that may not read. */
export function useDomainPeople() {
  const session = useSession();
  return useQueries({
    queries: session.domains.map((domain) => ({
      ...peopleCountQuery(domain),
      enabled: allows(session, 'read'),
    })),
    combine: (counts) => ({
      data: counts.every(({ data }) => data !== undefined)
        ? session.domains.map((domain, n): DomainPeople => ({ domain, people: counts[n]?.data ?? 0 }))
        : undefined,
      error: counts.find(({ error }) => error)?.error ?? null,
    }),
  });
}

/** Domains with people. Others have nothing to count. */
export function usePeopledDomains(): readonly string[] {
  const { data = [] } = useDomainPeople();
  return data.filter(({ people }) => people > 0).map(({ domain }) => domain);
}

/** A list with the rows of its first page, and whether there are more. */
interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly more: boolean;
}

function listQuery<Row>(
  name: string,
  load: (signal: AbortSignal) => PromiseLike<{ readonly data: readonly Row[]; readonly has_more: boolean }>,
) {
  return queryOptions({
    queryKey: ['home', name],
    queryFn: async ({ signal }): Promise<Listed<Row>> => {
      const { data, has_more } = await load(signal);
      return { rows: data, more: has_more };
    },
    ...live,
  });
}

const datasetsQuery = listQuery('datasets', (signal) => client.datasets.list({ limit: MOST }, { signal }));
const modelsQuery = listQuery('models', (signal) =>
  client.models.list({ limit: MOST, status: 'all' }, { signal }),
);
const tokenizersQuery = listQuery('tokenizers', (signal) =>
  client.tokenizers.list({ limit: MOST }, { signal }),
);
const jobsQuery = listQuery('jobs', (signal) => client.jobs.list({ limit: MOST }, { signal }));
const runsQuery = listQuery('runs', (signal) => client.training.list({ limit: MOST }, { signal }));

export function useListed() {
  const session = useSession();
  const data = allows(session, 'data', 'read');
  return {
    datasets: useQuery({ ...datasetsQuery, enabled: data }),
    models: useQuery({ ...modelsQuery, enabled: allows(session, 'infer', 'train', 'read') }),
    tokenizers: useQuery({ ...tokenizersQuery, enabled: data }),
    jobs: useQuery({ ...jobsQuery, enabled: data }),
    runs: useQuery({ ...runsQuery, enabled: allows(session, 'read', 'train') }),
  };
}

/** Matches and outcomes of today, over the domains with people. */
export function useToday() {
  const session = useSession();
  const domains = usePeopledDomains();
  const enabled = allows(session, 'read', 'train');
  const matches = useQueries({
    queries: domains.map((domain) => ({ ...matchesQuery(domain, 1), enabled })),
    combine: (days) => days.flatMap(({ data }) => data?.data.slice(-1) ?? []),
  });
  const outcomes = useQueries({
    queries: domains.map((domain) => ({ ...outcomesQuery(domain, 1), enabled })),
    combine: (days) => days.flatMap(({ data }) => data ?? []),
  });
  return { matches, outcomes };
}

/** The last year, in which a first match and a first outcome tick their steps. It is not followed. */
export function useYear() {
  const session = useSession();
  const domains = usePeopledDomains();
  const enabled = allows(session, 'read', 'train');
  const once = { enabled, refetchInterval: false, staleTime: 60_000 } as const;
  return {
    matches: useQueries({
      queries: domains.map((domain) => ({ ...matchesQuery(domain, YEAR), ...once })),
      combine: (years) => years.flatMap(({ data }) => data ?? []),
    }),
    outcomes: useQueries({
      queries: domains.map((domain) => ({ ...outcomesQuery(domain, YEAR), ...once })),
      combine: (years) => years.flatMap(({ data }) => data ?? []),
    }),
    fields: useQueries({
      queries: domains.map((domain) => ({ ...fieldsQuery(domain), enabled })),
      combine: (fields) => fields.flatMap(({ data }) => data ?? []),
    }),
  };
}

const rejectsQuery = queryOptions({
  queryKey: ['home', 'rejects'],
  queryFn: async ({ signal }) => (await client.messages.rejects({ signal })).data,
  staleTime: 60_000,
});

/** How many deliveries of a webhook are looked at. */
const DELIVERIES = 20;

const failedDeliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['home', 'deliveries', webhookId],
    queryFn: async ({ signal }) => {
      const { data } = await client.webhooks.deliveries(webhookId, { limit: DELIVERIES }, { signal });
      return data.filter(({ status }) => status === 'failed').length;
    },
    staleTime: 60_000,
  });

const connectorsQuery = queryOptions({
  queryKey: ['home', 'connectors'],
  queryFn: async ({ signal }) => (await client.messages.connectors({ signal })).data,
  staleTime: 60_000,
});

/** Traffic without a caller: connectors, refused messages, webhooks and failed deliveries. */
export function useTraffic() {
  const session = useSession();
  const rejects = useQuery({ ...rejectsQuery, enabled: allows(session, 'read') });
  const connectors = useQuery({ ...connectorsQuery, enabled: allows(session, 'read') });
  const { data: webhooks = [] } = useQuery({ ...webhooksQuery, enabled: allows(session, 'export') });
  const failed = useQueries({
    queries: webhooks.map(({ id }) => failedDeliveriesQuery(id)),
    combine: (counts) => counts.map(({ data }) => data ?? 0),
  });
  return {
    rejects: rejects.data ?? [],
    connectors: connectors.data ?? [],
    webhooks: webhooks.map((webhook, n) => ({ ...webhook, failed: failed[n] ?? 0 })),
  };
}
