import { expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import { type DatasetVersion, expired, expireVersions } from './expire-versions.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 100);
const never = new AbortController().signal;

/** `ages`: days of each version, the newest first. */
const versionsOf = (tenant: string, name: string, ages: readonly number[]): readonly DatasetVersion[] =>
  ages.map((days, at) => ({
    tenantId: tenantId(tenant),
    datasetId: `${tenant}-${name}-${at}`,
    name,
    version: ages.length - at,
    createdAt: new Date(NOW - days * DAY_MS).toISOString(),
  }));

const all = [
  ...versionsOf('ten_a', 'shop', [50, 60, 70]),
  ...versionsOf('ten_a', 'zoo', [1, 2, 40]),
  ...versionsOf('ten_b', 'shop', [99]),
];
const idsOf = (versions: number, days: number) =>
  expired(all, { versions, days }, NOW).map(({ datasetId }) => datasetId);

test.each<[string, number, number, readonly string[]]>([
  ['by number', 2, 0, ['ten_a-shop-2', 'ten_a-zoo-2']],
  ['by age', 0, 39, ['ten_a-shop-1', 'ten_a-shop-2', 'ten_a-zoo-2']],
  ['by either', 2, 65, ['ten_a-shop-2', 'ten_a-zoo-2']],
  ['but for the newest of each name', 1, 1, ['ten_a-shop-1', 'ten_a-shop-2', 'ten_a-zoo-1', 'ten_a-zoo-2']],
  ['without limits: none', 0, 0, []],
])('versions expire %s', (_, versions, days, ids) => {
  expect(idsOf(versions, days)).toEqual(ids);
});

test('a version that is used stays, and the others go', async () => {
  const deleted: string[] = [];
  const dataset = async (_: unknown, id: string) => {
    if (id === 'ten_a-shop-1') throw apiError('conflict', 'It is used.', {});
    deleted.push(id);
    return {} as never;
  };
  const parts = { datasets: { versions: async () => all }, deletions: { dataset }, clock: () => NOW };
  await expireVersions({ ...parts, limits: { versions: 1, days: 0 } }, never);
  expect(deleted).toEqual(['ten_a-shop-2', 'ten_a-zoo-1', 'ten_a-zoo-2']);
});
