import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { foundPeopleQuery } from '../../api/find-people.ts';
import { namedResourcesQuery } from '../../api/named-resources.ts';
import { LONGEST_SEARCH } from '../../api/people-queries.ts';
import { recentPeople } from '../../api/recent-people.ts';
import { resourceKinds, resourceScopes } from '../../api/resource-kinds.ts';
import type { Action, Page } from '../pages.ts';
import { allows, useSession } from '../session-context.ts';
import {
  actionEntries,
  foundPersonEntry,
  matchEntries,
  openedPersonEntry,
  pageEntries,
  resourceEntry,
} from './known-entries.ts';
import type { PaletteEntry } from './palette-entry.ts';

const PAUSE_MS = 200;

interface Found {
  readonly entries: readonly PaletteEntry[];
  readonly busy: boolean;
  readonly error: unknown;
}

/**
 * All entries for a query. Pages and actions are known at once. People are searched once the typing pauses, and
 * the lists of the other kinds are loaded when the palette opens.
 */
export function usePaletteEntries(query: string, pages: readonly Page[], actions: readonly Action[]): Found {
  const session = useSession();
  const domains = useDomains();
  const [settled] = useDebouncedValue(query.trim().slice(0, LONGEST_SEARCH), PAUSE_MS);
  const mayRead = allows(session, 'read');
  const kinds = resourceKinds.filter((kind) => allows(session, ...resourceScopes[kind]));
  const people = useQuery({
    ...foundPeopleQuery(settled, domains),
    enabled: mayRead && settled !== '',
    placeholderData: keepPreviousData,
  });
  // One request at a time: the lists wait for people.
  const resources = useQuery({ ...namedResourcesQuery(kinds), enabled: !people.isFetching });
  const opened = mayRead ? recentPeople(session.tenant.id) : [];
  const found = (people.data ?? []).filter(({ userId }) => !opened.includes(userId));
  return {
    entries: [
      ...pageEntries(session, pages),
      ...actionEntries(session, actions),
      ...(mayRead ? matchEntries(query.trim()) : []),
      ...opened.map(openedPersonEntry),
      ...found.map((person) => ({ ...foundPersonEntry(person), isFound: !people.isPlaceholderData })),
      ...(resources.data ?? []).map(resourceEntry),
    ],
    busy: people.isFetching || (mayRead && settled !== query.trim().slice(0, LONGEST_SEARCH)),
    error: people.error ?? resources.error,
  };
}

/** The domains of the workspace, that of the screen first. */
function useDomains(): readonly string[] {
  const { domains } = useSession();
  const shown = useRouterState({
    select: ({ location: { search } }) => ('domain' in search ? search.domain : undefined),
  });
  return [...domains].sort((a, b) => Number(b === shown) - Number(a === shown));
}
