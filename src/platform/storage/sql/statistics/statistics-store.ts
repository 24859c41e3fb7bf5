/** The statistics of the store: reads through one handle, changes through `write`. */
import type { StatisticsStore } from '../../statistics-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import {
  countedPeople,
  countWaiting,
  readCoverage,
  readExposure,
  readMatchDays,
  readMutualDays,
  readOutcomeDays,
} from './read-statistics.ts';
import { rowsOf, sampleRows } from './sample-rows.ts';

export function statisticsStore({ db, readers, write }: SqlStoreParts): StatisticsStore {
  return {
    countShown: (after, limit) => write('countShown', after, limit),
    waitingMatches: (tenant, most) => countWaiting(readers, tenant, most),
    people: (tenant, domain) => countedPeople(db, tenant, domain),
    matchDays: (tenant, domain, days) => readMatchDays(db, tenant, domain, days),
    outcomeDays: (tenant, domain, days) => readOutcomeDays(db, tenant, domain, days),
    mutualDays: (tenant, domain, days) => readMutualDays(db, tenant, domain, days),
    exposure: (tenant, domain) => readExposure(readers, tenant, domain),
    sampleRows: (tenant, domain, most) => sampleRows({ db, readers }, tenant, domain, most),
    rowsOf: (tenant, domain, userIds) => rowsOf(readers, tenant, domain, userIds),
    putCoverage: (tenant, domain, coverage) => write('putCoverage', tenant, domain, coverage),
    coverage: (tenant, domain, days) => readCoverage(db, tenant, domain, days),
    forgetCoverage: (beforeDay) => write('forgetCoverage', beforeDay),
  };
}
