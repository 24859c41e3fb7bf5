import { expect, it } from 'vitest';
import { pages } from './screens.ts';
import { allowedPages, firstPage } from './shell/allowed-pages.ts';
import { pageGroups } from './shell/pages.ts';

const session = (...scopes: readonly string[]) => ({
  tenant: { id: 't', name: 'acme' },
  operator: scopes.includes('operator'),
  scopes,
  domains: [],
  expires_at: '',
  member: null,
  workspaces: [],
});
const groupsOf = (...scopes: readonly string[]) =>
  allowedPages(session(...scopes), pages).map(({ group }) => group);

it('shows the groups that have a page for the key, in their order', () => {
  expect(groupsOf('operator')).toEqual(['operate', 'admin']);
  expect(groupsOf('match')).toEqual(['match']);
  expect(groupsOf()).toEqual([]);
});

it('opens at the first page that the key may see', () => {
  expect(firstPage(session('match', 'read'), pages)).toBe('/');
  expect(firstPage(session('operator'), pages)).toBe('/system');
  expect(firstPage(session(), pages)).toBe('/');
});

it('has every page once, in a group of the navigation', () => {
  const every = allowedPages(session(...pages.flatMap(({ scopes }) => [...scopes])), pages);
  expect(every.flatMap((group) => group.pages)).toHaveLength(pages.length);
  expect(pageGroups.length).toBeGreaterThanOrEqual(every.length);
});
