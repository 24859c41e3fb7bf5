/** Ids and names of the models, datasets, jobs and so on of a workspace: the newest hundred of each kind. */
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import type { NamedResource, ResourceKind } from './resource-kinds.ts';

type Listed = readonly { readonly id: string; readonly name?: string | null; readonly kind?: string }[];
type List = (signal: AbortSignal) => Promise<{ readonly data: Listed }>;

const limit = 100;
const lists: Readonly<Record<ResourceKind, List>> = {
  model: async (signal) => client.models.list({ limit, status: 'all' }, { signal }),
  dataset: async (signal) => client.datasets.list({ limit }, { signal }),
  tokenizer: async (signal) => client.tokenizers.list({ limit }, { signal }),
  simulation: async (signal) => client.simulations.list({ limit }, { signal }),
  job: async (signal) => client.jobs.list({ limit }, { signal }),
  experiment: async (signal) => client.admin.listExperiments({ limit }, { signal }),
};

/** The kinds are asked for one after the other. */
export const namedResourcesQuery = (kinds: readonly ResourceKind[]) =>
  queryOptions({
    queryKey: ['named-resources', kinds],
    queryFn: async ({ signal }) => {
      const found: NamedResource[] = [];
      for (const kind of kinds) {
        const { data } = await lists[kind](signal);
        for (const { id, name, kind: ofJob } of data) found.push(named(kind, id, name ?? ofJob));
      }
      return found as readonly NamedResource[];
    },
  });

function named(kind: ResourceKind, id: string, name: string | undefined): NamedResource {
  return name === undefined ? { kind, id } : { kind, id, name };
}
