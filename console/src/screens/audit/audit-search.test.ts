import { expect, it } from 'vitest';
import { filtersOf, parseAuditSearch } from './audit-search.ts';

it('keeps what the address says, and leaves out what is no text or no day', () => {
  const search = { tenant: 'ten_1', action: 'key.create', actor: 'keys create', from: '2026-11-26' };
  expect(parseAuditSearch({ ...search, to: 'soon', other: 'x' })).toEqual(search);
  expect(parseAuditSearch({ tenant: 7, action: '', from: '2026-13-01', to: ['2026-11-26'] })).toEqual({});
});

it('asks for whole days, with the last one', () => {
  expect(filtersOf({ from: '2026-11-25', to: '2026-11-26' })).toEqual({
    from: '2026-11-25T00:00:00.000Z',
    to: '2026-11-27T00:00:00.000Z',
  });
});

it('asks for nothing that was not given', () => {
  expect(filtersOf({})).toEqual({});
  expect(filtersOf({ tenant: 'operator', actor: 'key_1' })).toEqual({
    tenant_id: 'operator',
    actor: 'key_1',
  });
});
