/** Views of the table that were saved in this browser, by workspace. */
import { isRecord } from '../../parts/read-unknown.ts';
import { type PeopleView, parsePeopleSearch } from './people-search.ts';

export interface SavedView {
  readonly name: string;
  readonly view: PeopleView;
}

const MOST = 30;

const keyOf = (tenant: string) => `counterpart:people-views:${tenant}`;

export function savedViews(tenant: string): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(tenant)) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(readView) : [];
  } catch {
    return [];
  }
}

function readView(stored: unknown): readonly SavedView[] {
  if (!isRecord(stored) || typeof stored.name !== 'string' || !isRecord(stored.view)) return [];
  const { cursor: _, ...view } = parsePeopleSearch(stored.view);
  return [{ name: stored.name, view }];
}

/** A view of the same name is replaced. Returns the views that are kept now. */
export function saveView(tenant: string, saved: SavedView): readonly SavedView[] {
  return keep(tenant, [saved, ...savedViews(tenant).filter(({ name }) => name !== saved.name)]);
}

export function removeView(tenant: string, name: string): readonly SavedView[] {
  return keep(
    tenant,
    savedViews(tenant).filter((saved) => saved.name !== name),
  );
}

function keep(tenant: string, views: readonly SavedView[]): readonly SavedView[] {
  try {
    localStorage.setItem(keyOf(tenant), JSON.stringify(views.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still works; it has no saved views.
  }
  return savedViews(tenant);
}
