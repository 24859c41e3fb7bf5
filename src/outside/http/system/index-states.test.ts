import { expect, test } from 'vitest';
import { indexStates } from './index-states.ts';

const figures = (n: number) => ({
  tenant: `ten_${n}`,
  domain: 'dating',
  rows: 1,
  bytes: n,
  parts: { columns: n },
  built: true,
  segments: 1,
  sequence: n,
});

test('lists the 100 largest with names, and adds up the rest', async () => {
  const all = Array.from({ length: 150 }, (_, n) => figures(n));
  const sequences = new Map(all.map(({ tenant, domain }) => [`${tenant} ${domain}`, 140]));
  const named: string[] = [];
  const states = await indexStates(all, sequences, 10_000, async (tenant) => {
    named.push(tenant);
    return `name of ${tenant}`;
  });
  expect(states.largest).toHaveLength(100);
  expect(states.largest[0]).toMatchObject({ tenant_name: 'name of ten_149', bytes: 149, behind: 0 });
  expect(states.largest.at(-1)).toMatchObject({ tenant_id: 'ten_50', behind: 90 });
  expect(named).toHaveLength(100);
  expect(states.others).toEqual({ count: 50, rows: 50, bytes: (49 * 50) / 2 });
  expect([states.count, states.rows, states.bytes, states.parts, states.limit_bytes]).toEqual([
    150,
    150,
    (149 * 150) / 2,
    { columns: (149 * 150) / 2 },
    10_000,
  ]);
});
