import { expect, test } from 'vitest';
import { tenantScopes } from '../../platform/storage/store.ts';
import { holdsScope } from './holds-scope.ts';

test('a key holds the scopes that it was given, and with `data` also `export`', () => {
  for (const given of tenantScopes) {
    const held = tenantScopes.filter((wanted) => holdsScope([given], wanted));
    expect([given, held]).toEqual([given, given === 'data' ? ['data', 'export'] : [given]]);
  }
});

test('a key that was made with all scopes before there was `export` may export', () => {
  expect(holdsScope(['read', 'write', 'match', 'train', 'data', 'infer'], 'export')).toBe(true);
});
