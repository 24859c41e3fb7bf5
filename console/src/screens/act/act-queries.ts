/** The resources that a form may name. */
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import type { Choice } from './schema-field.tsx';

const MOST = 100;

export const datasetsQuery = queryOptions({
  queryKey: ['datasets', 'choices'],
  queryFn: async ({ signal }) => (await client.datasets.list({ limit: MOST }, { signal })).data,
});

export const modelsQuery = queryOptions({
  queryKey: ['models', 'choices'],
  queryFn: async ({ signal }) => (await client.models.list({ limit: MOST, status: 'all' }, { signal })).data,
});

export const tokenizersQuery = queryOptions({
  queryKey: ['tokenizers', 'choices'],
  queryFn: async ({ signal }) => (await client.tokenizers.list({ limit: MOST }, { signal })).data,
});

export const aliasesQuery = queryOptions({
  queryKey: ['aliases'],
  queryFn: async ({ signal }) => (await client.modelAliases.list({ signal })).data,
});

interface Named {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

/** By name and version; none while they are read. */
export function choicesOf(things: readonly Named[] = []): readonly Choice[] {
  return things.map(({ id, name, version }) => ({ value: id, label: `${name} ${version}` }));
}
