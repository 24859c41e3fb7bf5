import { expect, it } from 'vitest';
import { jumpTargets } from './jump-targets.ts';

const icon = () => null;
const pages = [
  { to: '/match', label: 'Match', icon, group: 'match', scopes: ['match'] },
  { to: '/jobs', label: 'Jobs', icon, group: 'operate', scopes: ['read'] },
  { to: '/domains', label: 'Domains', icon, group: 'match', scopes: ['read'] },
] as const;

const session = {
  tenant: { id: 't', name: 'acme' },
  operator: false,
  scopes: ['read', 'match'],
  domains: [],
  expires_at: '',
};

it('offers the typed id last among people, and the pages that the key may see', () => {
  const targets = jumpTargets('ma', ['margarida', 'joao'], pages, session);
  expect(targets.map(({ key }) => key)).toEqual(['person:margarida', 'person:ma', '/match', '/domains']);
});

it('offers no person without the scope', () => {
  const targets = jumpTargets('ma', ['margarida'], pages, { ...session, scopes: ['match'] });
  expect(targets.map(({ key }) => key)).toEqual(['/match']);
});
