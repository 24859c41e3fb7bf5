import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ModelSearch } from './model-search.ts';

const route = getRouteApi('/models/$modelId');

type Change = { [Key in keyof ModelSearch]?: ModelSearch[Key] | undefined };

/** The address of a model's page, and how it is changed. Changes replace the entry in the history. */
export function useModelSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (next: Change) =>
      void navigate({
        search: (before: ModelSearch) => ({ ...before, ...next }) as ModelSearch,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change } as const;
}
