/** Lists of what has happened lately, each read from one index. */
import type { ActivityStore } from '../../activity-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import { jobsEndedFrom } from './jobs-ended.ts';
import { peopleChangedAfter } from './people-changed.ts';
import { matchesFrom } from './recent-matches.ts';
import { outcomesFrom } from './recent-outcomes.ts';

export function activityStore({ db }: Pick<SqlStoreParts, 'db'>): ActivityStore {
  return {
    matchesFrom: (tenant, matchId, limit) => matchesFrom(db, tenant, matchId, limit),
    outcomesFrom: (tenant, domain, at, limit) => outcomesFrom(db, tenant, domain, at, limit),
    jobsEndedFrom: (tenant, at, limit) => jobsEndedFrom(db, tenant, at, limit),
    peopleChangedAfter: (tenant, domain, sequence, limit) =>
      peopleChangedAfter(db, tenant, domain, sequence, limit),
  };
}
