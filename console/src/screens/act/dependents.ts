/** The resources that depend on a dataset, a model or a tokenizer, among the newest 100 of each kind. */
import { useQuery } from '@tanstack/react-query';
import { aliasesQuery, modelsQuery, tokenizersQuery } from './act-queries.ts';

export type Kind = 'dataset' | 'model' | 'tokenizer';

export interface Dependent {
  readonly key: string;
  readonly label: string;
}

export interface Dependents {
  readonly isPending: boolean;
  /** They must go first. */
  readonly inTheWay: readonly Dependent[];
  /** They stay as they are. */
  readonly staying: readonly Dependent[];
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

const named = ({ id, name, version }: Named): Dependent => ({ key: id, label: `${name} ${version} (${id})` });

/** `mayRead`: whether the key may read each list. A list that it may not read is not shown. */
export function useDependents(
  kind: Kind,
  id: string,
  mayRead: { readonly models: boolean; readonly tokenizers: boolean },
): Dependents {
  const models = useQuery({ ...modelsQuery, enabled: mayRead.models });
  const tokenizers = useQuery({ ...tokenizersQuery, enabled: mayRead.tokenizers && kind === 'dataset' });
  const aliases = useQuery({ ...aliasesQuery, enabled: mayRead.models && kind === 'model' });
  const found = { models: models.data ?? [], tokenizers: tokenizers.data ?? [] };
  return {
    isPending: [models, tokenizers, aliases].some(({ isLoading }) => isLoading),
    inTheWay:
      kind === 'tokenizer'
        ? found.models.filter(({ tokenizer_id }) => tokenizer_id === id).map(named)
        : (aliases.data ?? [])
            .filter(({ model_id }) => model_id === id)
            .map((alias) => ({ key: alias.id, label: alias.id })),
    staying:
      kind === 'dataset'
        ? [
            ...found.models.filter(({ dataset_id }) => dataset_id === id),
            ...found.tokenizers.filter(({ dataset_id }) => dataset_id === id),
          ].map(named)
        : found.models.filter(({ base_model_id }) => kind === 'model' && base_model_id === id).map(named),
  };
}
