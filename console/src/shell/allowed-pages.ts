import type { Session } from '../api/session.ts';
import { type Page, pageGroups, pages } from './pages.ts';
import { allows } from './session-context.ts';

/** The pages that the key may see, by group. */
export function allowedPages(
  session: Session,
): readonly { readonly group: (typeof pageGroups)[number]; readonly pages: readonly Page[] }[] {
  return pageGroups
    .map((group) => ({
      group,
      pages: pages.filter((page) => page.group === group && allows(session, ...page.scopes)),
    }))
    .filter((each) => each.pages.length > 0);
}

/**
 * The page that the console opens. A key without any page gets the first one, which names the missing scope.
 */
export function firstPage(session: Session): Page['to'] {
  return allowedPages(session)[0]?.pages[0]?.to ?? pages[0].to;
}
