/** Calibrations of tenants, and the outcomes that they are fitted on. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type {
  CalibrationStore,
  NewestOutcome,
  StandingCount,
  StoredCalibration,
} from '../../calibration-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';
import { outcomeOf } from './read-training-rows.ts';

export function calibrationStore({ db, readers, write }: SqlStoreParts): CalibrationStore {
  return {
    standingOutcomes: () => standingOutcomes(db),
    newestOutcomes: (tenant, domain, limit) => newestOutcomes(readers, tenant, domain, limit),
    calibrations: (tenant, domain) => readCalibrations(db, tenant, domain),
    keepCalibration: (calibration) => write('keepCalibration', calibration),
  };
}

async function readCalibrations(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
): Promise<readonly StoredCalibration[]> {
  const rows = await db
    .selectFrom('calibrations')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .orderBy('version')
    .execute();
  return rows.map((row) => ({
    tenantId: tenantId(row.tenant_id),
    domain: row.domain,
    version: row.version,
    outcomes: Number(row.outcomes),
    standing: Number(row.standing),
    curves: row.curves === null ? null : JSON.parse(row.curves),
    fittedAt: row.fitted_at,
  }));
}

async function standingOutcomes(db: Kysely<Tables>): Promise<readonly StandingCount[]> {
  const rows = await db
    .selectFrom('outcome_counts')
    .select(['tenant_id', 'domain', ({ fn }) => fn.sum<number>('current').as('standing')])
    .groupBy(['tenant_id', 'domain'])
    .execute();
  return rows.map((row) => ({
    tenantId: tenantId(row.tenant_id),
    domain: row.domain,
    standing: Number(row.standing),
  }));
}

async function newestOutcomes(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  limit: number,
): Promise<readonly NewestOutcome[]> {
  const rows = await db
    .selectFrom('outcomes')
    .select(['seeker_id', 'candidate_id', 'label', 'weight', 'match_id', 'at', 'key_id'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('shown_pairs')
          .select('at_ms')
          .whereRef('shown_pairs.tenant_id', '=', 'outcomes.tenant_id')
          .whereRef('shown_pairs.seeker_id', '=', 'outcomes.seeker_id')
          .whereRef('shown_pairs.domain', '=', 'outcomes.domain')
          .whereRef('shown_pairs.candidate_id', '=', 'outcomes.candidate_id'),
      ).as('is_shown'),
    )
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('is_current', '=', 1)
    .orderBy('at', 'desc')
    .orderBy('seeker_id', 'desc')
    .orderBy('candidate_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...outcomeOf(row), isShown: Boolean(row.is_shown) })).reverse();
}
