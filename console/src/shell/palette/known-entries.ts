/** The entries that need no question to the service: pages, actions, and people who were opened. */
import type { FoundPerson } from '../../api/find-people.ts';
import type { NamedResource } from '../../api/resource-kinds.ts';
import type { Session } from '../../api/session.ts';
import { text } from '../../text/en.ts';
import { allowedPages } from '../allowed-pages.ts';
import type { Action, Page } from '../pages.ts';
import { allows } from '../session-context.ts';
import type { PaletteEntry, PersonEntry } from './palette-entry.ts';

export function pageEntries(session: Session, pages: readonly Page[]): readonly PaletteEntry[] {
  return allowedPages(session, pages)
    .flatMap((group) => group.pages)
    .map(({ to, label }) => ({ kind: 'page', group: 'pages', key: `page:${to}`, label, to }));
}

export function actionEntries(session: Session, actions: readonly Action[]): readonly PaletteEntry[] {
  return actions
    .filter(({ scopes }) => scopes.every((scope) => allows(session, scope)))
    .map(({ label, to, search = {} }) => ({
      kind: 'page',
      group: 'actions',
      key: `action:${to} ${JSON.stringify(search)}`,
      label,
      to,
      search,
    }));
}

const isMatchId = /^match_[0-9a-z]{26}$/;

/** A match by its whole id. */
export function matchEntries(query: string): readonly PaletteEntry[] {
  if (!isMatchId.test(query)) return [];
  const label = text.palette.match(query);
  return [{ kind: 'page', group: 'actions', key: `match:${query}`, label, to: `/activity/${query}` }];
}

export function openedPersonEntry(id: string): PersonEntry {
  return { kind: 'person', group: 'people', key: `person:${id}`, label: id, id };
}

export function foundPersonEntry({ userId: id, domain, title }: FoundPerson): PersonEntry {
  const detail = title === id ? domain : `${id} ${domain}`;
  return { ...openedPersonEntry(id), label: title, detail, domain };
}

export function resourceEntry({ kind, id, name }: NamedResource): PaletteEntry {
  const label = kind === 'job' ? (text.jobs.kinds[name ?? ''] ?? name) : name;
  return { kind, group: kind, key: `${kind}:${id}`, label: label ?? id, id, ...(label && { detail: id }) };
}
