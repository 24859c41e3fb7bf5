import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { MatchSearch, Settings } from './match-search.ts';
import { changed } from './match-search.ts';

const route = getRouteApi('/match');

type Change = { [Key in keyof MatchSearch]: MatchSearch[Key] | undefined };

/** The address of the playground, and how it is changed. Changes replace the entry in the history. */
export function useMatchSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (next: Change) =>
      void navigate({
        search: (before: MatchSearch) => ({ ...before, ...next }) as MatchSearch,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const edited = search.edit === 'b' && search.b ? 'b' : 'a';
  const settings: Settings = search[edited] ?? {};
  const changeSettings = (next: { [Key in keyof Settings]: Settings[Key] | undefined }) =>
    change({ [edited]: changed(settings, next) });
  return { search, change, edited, settings, changeSettings } as const;
}
