import { expect, test } from 'vitest';
import { tenantScopes } from '../../platform/storage/store.ts';
import { holdsScope } from './holds-scope.ts';

test('a key holds the scopes that it was given, and with `data` also `export`', () => {
  for (const tenantScope of tenantScopes) {
    const held = tenantScopes.filter((wanted) => holdsScope([tenantScope], wanted));
    expect([tenantScope, held]).toEqual([
      tenantScope,
      tenantScope === 'data' ? ['data', 'export'] : [tenantScope],
    ]);
  }
});

test('a key that was made with all scopes before there was `export` may export', () => {
  expect(holdsScope(['read', 'write', 'match', 'train', 'data', 'infer'], 'export')).toBe(true);
});
