import type { Session } from '../api/session.ts';
import { type Page, pageGroups } from './pages.ts';
import { allows } from './session-context.ts';

/** The pages that the key may see, by group. */
export function allowedPages(
  session: Session,
  pages: readonly Page[],
): readonly { readonly group: (typeof pageGroups)[number]; readonly pages: readonly Page[] }[] {
  const groupOf = ({ group, operatorGroup = group }: Page) => (session.operator ? operatorGroup : group);
  const allowed = pages.filter(({ scopes }) => allows(session, ...scopes));
  return pageGroups
    .map((group) => ({ group, pages: allowed.filter((page) => groupOf(page) === group) }))
    .filter((each) => each.pages.length > 0);
}

/** The first page of the navigation. A key without any page gets the one that names the missing scope. */
export function firstPage(session: Session, pages: readonly Page[]): string {
  return (allowedPages(session, pages)[0]?.pages[0] ?? pages[0])!.to;
}
