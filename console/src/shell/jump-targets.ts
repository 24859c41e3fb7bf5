import type { Session } from '../api/session.ts';
import { text } from '../text/en.ts';
import { allowedPages } from './allowed-pages.ts';
import type { Page } from './pages.ts';
import { allows } from './session-context.ts';

export type JumpTarget = { readonly key: string; readonly label: string; readonly group: string } & (
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'page'; readonly to: string }
);

/**
 * The entries of the dialog: pages and recent people that contain the query, and last the query itself as an
 * id.
 */
export function jumpTargets(
  query: string,
  recent: readonly string[],
  pages: readonly Page[],
  session: Session,
): readonly JumpTarget[] {
  const has = (label: string) => label.toLowerCase().includes(query.toLowerCase());
  const mayRead = allows(session, 'read');
  const people = mayRead ? recent.filter(has) : [];
  const typed = mayRead && query !== '' && !people.includes(query) ? [query] : [];
  return [
    ...people.map((id) => person(id, id, text.jump.recent)),
    ...typed.map((id) => person(id, text.jump.person(id), '')),
    ...allowedPages(session, pages)
      .flatMap((group) => group.pages)
      .filter(({ label }) => has(label))
      .map(({ to, label }) => ({ kind: 'page' as const, key: to, label, group: text.jump.pages, to })),
  ];
}

function person(id: string, label: string, group: string): JumpTarget {
  return { kind: 'person', key: `person:${id}`, label, group, id };
}
