/** Keeps the coverage of every domain once a day, so that it can be compared with last week's. */
import type { TenantId } from '../../contract/brands.ts';
import type { DomainFor } from '../../domains/active-domain.ts';
import type { Schedule } from '../../platform/jobs/schedule.ts';
import type { StatisticsStore } from '../../platform/storage/statistics-store.ts';
import type { Tenant } from '../../platform/storage/store.ts';
import { dayOf, daysBefore } from './days.ts';
import { drawCoverage } from './draw-coverage.ts';
import { eachDomain } from './each-domain.ts';

const HOUR_MS = 3_600_000;
const KEPT_DAYS = 100;

interface RecordedParts {
  readonly statistics: StatisticsStore;
  readonly listTenants: () => Promise<readonly Tenant[]>;
  readonly domainFor: DomainFor;
  readonly clock: () => number;
}

export function recordCoverageSchedule(parts: RecordedParts): Schedule {
  return {
    kind: 'record_coverage',
    everyMs: HOUR_MS,
    async run({ signal }) {
      await parts.statistics.forgetCoverage(daysBefore(parts.clock(), KEPT_DAYS));
      await eachDomain(await parts.listTenants(), signal, (tenant, domain) =>
        recordToday(parts, tenant, domain),
      );
    },
  };
}

/** The first record of a day stays. A domain without people has none. */
async function recordToday(
  { statistics, domainFor, clock }: RecordedParts,
  tenant: TenantId,
  domain: string,
): Promise<void> {
  const day = dayOf(clock());
  if ((await statistics.people(tenant, domain)) === 0) return;
  if ((await statistics.coverage(tenant, domain, { from: day, to: day })).length > 0) return;
  const { definition } = await domainFor(tenant, domain);
  const { sampled, fields } = await drawCoverage(statistics, tenant, definition, clock());
  const shares = fields.map(({ name, known, asked }) => [name, asked === 0 ? 0 : known / asked] as const);
  await statistics.putCoverage(tenant, domain, { day, sampled, shares: Object.fromEntries(shares) });
}
