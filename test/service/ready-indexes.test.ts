/** A server that starts again has the indexes that were in use before it says that it is ready. */
import { expect, test } from 'vitest';
import { tenantId } from '../../src/contract/brands.ts';
import { until } from '../../src/platform/testing/until.ts';
import { temporaryFolder } from '../running-service.ts';
import { composed } from './testing/composed-service.ts';

const person = { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' };

test('those that matches asked are open, others are not, and one that cannot be opened holds nothing up', async () => {
  const folder = temporaryFolder();
  const data = { '--data': folder.path };
  const used = await composed(data, {}, { tenant: 'used' });
  const idle = await used.accounts.createTenant({
    name: 'idle',
    domains: ['dating'],
    email: 'a@example.com',
  });
  for (const user_id of ['a', 'b', 'c'])
    expect((await used.send('users', { user_id, domain: 'dating', fields: person })).status).toBe(200);
  expect((await used.send('match', { user_id: 'a', domain: 'dating', record: false })).status).toBe(200);
  const { tenantId: tenant } = (await used.store.accounts.tenantNamed('used'))!;
  // An index of a domain that is no more.
  const gone = { tenant, domain: 'no-such-domain', usedMs: Date.now() };
  const ofNobody = { tenant: tenantId('ten_nobody'), domain: 'dating', usedMs: Date.now() };
  await used.store.indexUses.note([gone, ofNobody], 0);
  await used.stop();
  const again = await composed(data, {}, { tenant: 'another' });
  await until(async () => (await again.send('/readyz')).status).toBe(200);
  expect(again.indexes.rowsOf(tenant, 'dating')).toBe(3);
  expect(again.indexes.rowsOf(idle.tenantId, 'dating')).toBeNull();
  expect(again.indexes.uses()).toEqual([]);
  await again.stop();
  folder.remove();
});
