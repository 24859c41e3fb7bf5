import { describe, expect, it } from 'vitest';
import { actionEntries, openedPersonEntry, pageEntries, resourceEntry } from './known-entries.ts';
import { paletteGroups } from './palette-groups.ts';

const icon = () => null;
const pages = [
  { to: '/match', label: 'Match', icon, group: 'match', scopes: ['match'] },
  { to: '/jobs', label: 'Jobs', icon, group: 'operate', scopes: ['read'] },
  { to: '/domains', label: 'Domains', icon, group: 'match', scopes: ['read'] },
] as const;
const actions = [{ label: 'Import people', to: '/import', scopes: ['read', 'write'] }];
const session = {
  tenant: { id: 't', name: 'acme' },
  operator: false,
  scopes: ['read', 'match', 'write'],
  domains: [],
  expires_at: '',
  member: null,
  workspaces: [],
};
const entries = [
  ...pageEntries(session, pages),
  ...actionEntries(session, actions),
  { ...openedPersonEntry('marta'), detail: 'dating' },
  openedPersonEntry('joão'),
  resourceEntry({ kind: 'model', id: 'model_1', name: 'shop of May' }),
  resourceEntry({ kind: 'job', id: 'job_1', name: 'model_adaptation' }),
];
const shown = (query: string, recent: readonly string[] = []) =>
  paletteGroups(query, entries, recent).map(({ group, entries: found }) => [
    group,
    ...found.map(({ label }) => label),
  ]);

describe('the palette', () => {
  it('begins with what was used last, then offers actions and pages', () => {
    expect(shown('', ['model:model_1', 'page:/jobs', 'person:marta', 'model:gone'])).toEqual([
      ['recent', 'shop of May', 'Jobs', 'marta'],
      ['actions', 'Import people'],
      ['pages', 'Match', 'Domains'],
    ]);
  });

  it('finds every word, without case and accents, in names and ids', () => {
    expect(shown('MA')).toEqual([
      ['pages', 'Match', 'Domains'],
      ['people', 'marta'],
      ['model', 'shop of May'],
    ]);
    expect(shown('joao')).toEqual([['people', 'joão']]);
    expect(shown('may shop')).toEqual([['model', 'shop of May']]);
    expect(shown('job_1')).toEqual([['job', 'Training of a model']]);
    expect(shown('nothing')).toEqual([]);
  });

  it('puts a recent entry first in its group', () => {
    expect(shown('ma', ['page:/domains'])[0]).toEqual(['pages', 'Domains', 'Match']);
  });

  it('offers what the key may do', () => {
    const readOnly = { ...session, scopes: ['match'] };
    expect(pageEntries(readOnly, pages).map(({ label }) => label)).toEqual(['Match']);
    expect(actionEntries(readOnly, actions)).toEqual([]);
  });
});
