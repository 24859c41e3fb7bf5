import { expect, it } from 'vitest';
import { jumpTargets } from './jump-targets.ts';

const session = {
  tenant: { id: 't', name: 'acme' },
  operator: false,
  scopes: ['read', 'match'],
  domains: [],
  expires_at: '',
};

it('offers the typed id last among people, and the pages that the key may see', () => {
  const targets = jumpTargets('ma', ['margarida', 'joao'], session);
  expect(targets.map(({ key }) => key)).toEqual(['person:margarida', 'person:ma', '/match', '/domains']);
});

it('offers no person without the scope', () => {
  const targets = jumpTargets('ma', ['margarida'], { ...session, scopes: ['match'] });
  expect(targets.map(({ key }) => key)).toEqual(['/match']);
});
