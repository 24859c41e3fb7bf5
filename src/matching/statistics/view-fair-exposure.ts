/** The figures of fair exposure in a domain: prices, and the exposure of each group. */
import type { TenantId } from '../../contract/brands.ts';
import type { FairExposure } from '../../contract/fair-exposure.ts';
import type { ExposureStatistics } from '../../contract/statistics.ts';
import { exposureGroupOf, faded } from '../../domains/exposure-prices.ts';
import type { ExposureStore } from '../../platform/storage/exposure-store.ts';
import type { StatisticsStore } from '../../platform/storage/statistics-store.ts';

/** People whose groups are counted. */
const SAMPLE = 2000;

interface ViewParts {
  readonly exposure: Pick<ExposureStore, 'summary' | 'groups'>;
  readonly statistics: Pick<StatisticsStore, 'sampleRows'>;
  /** Epoch ms. */
  readonly clock: () => number;
}

type View = NonNullable<ExposureStatistics['fair_exposure']>;

export async function viewFairExposure(
  { exposure, statistics, clock }: ViewParts,
  tenantId: TenantId,
  domain: string,
  rule: FairExposure,
): Promise<View> {
  const { priced, capped, highestPrice } = await exposure.summary({ tenantId, domain });
  const view = {
    ...{ capacity: rule.capacity, window_hours: rule.window_hours },
    ...{ priced, over_capacity: capped, highest_price: highestPrice },
    field: rule.groups?.field ?? null,
  };
  if (rule.groups === null) return { ...view, groups: [] };
  const { field, min_share } = rule.groups;
  const now = clock();
  const sums = (await exposure.groups(tenantId, domain, field)).map(({ value, likes, shown, atMs }) => ({
    value,
    likes: faded(likes, now - atMs, rule),
    shown: faded(shown, now - atMs, rule),
  }));
  const people = countGroups(await statistics.sampleRows(tenantId, domain, SAMPLE), field);
  const values = [
    ...new Set([...people.keys(), ...sums.map(({ value }) => value), ...Object.keys(min_share)]),
  ];
  const total = (figure: 'likes' | 'shown') => sums.reduce((sum, group) => sum + group[figure], 0);
  const [likes, shown] = [total('likes'), total('shown')];
  const sampled = [...people.values()].reduce((sum, count) => sum + count, 0);
  return {
    ...view,
    groups: values.sort().map((value) => {
      const sum = sums.find((group) => group.value === value) ?? { likes: 0, shown: 0 };
      return {
        value: value === '' ? null : value,
        people_share: shareOf(people.get(value) ?? 0, sampled),
        expected_likes: sum.likes,
        likes_share: shareOf(sum.likes, likes),
        shown_share: shareOf(sum.shown, shown),
        min_share: min_share[value] ?? null,
      };
    }),
  };
}

function countGroups(
  rows: Awaited<ReturnType<StatisticsStore['sampleRows']>>,
  field: string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = exposureGroupOf(row, field);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** null: there is nothing to share. */
function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.min(1, part / whole) : null;
}
