import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DomainSearch } from './domain-search.ts';

const route = getRouteApi('/domains');

type Change = { readonly [Key in keyof DomainSearch]?: DomainSearch[Key] | undefined };

/** The address of the screen, and how it is changed. */
export function useDomainSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (next: Change) =>
      void navigate({
        search: (before: DomainSearch) => ({ ...before, ...next }) as DomainSearch,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change } as const;
}
