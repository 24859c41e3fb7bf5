import { expect, it } from 'vitest';
import { emptyKeyForm, keyRequest, withScope } from './key-form.ts';

it('sends what was filled in, and nothing else', () => {
  expect(keyRequest({ name: '', scopes: ['read'], expires: '', rate: '', burst: '' })).toEqual({
    scopes: ['read'],
  });
  expect(keyRequest({ name: '', scopes: ['read'], expires: '2030-12-31', rate: 5, burst: '10' })).toEqual({
    scopes: ['read'],
    expires_at: '2030-12-31T23:59:59Z',
    rate: 5,
    burst: 10,
  });
});

it('adds and takes away scopes, in one order', () => {
  const without = withScope(emptyKeyForm, 'write');
  expect(without.scopes).toEqual(['read', 'match', 'train', 'data', 'export', 'infer', 'ingest']);
  expect(withScope(without, 'write')).toEqual(emptyKeyForm);
});
