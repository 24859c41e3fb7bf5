/** Writes the calibration of a tenant's model, in place of the earlier one. */
import type { Kysely } from 'kysely';
import type { StoredCalibration } from '../../calibration-store.ts';
import { raiseCounter } from '../counters.ts';
import type { Tables } from '../tables.generated.ts';

export async function keepCalibration(
  db: Kysely<Tables>,
  { tenantId: tenant, curves, fittedAt, ...rest }: StoredCalibration,
): Promise<void> {
  const values = { curves: curves === null ? null : JSON.stringify(curves), fitted_at: fittedAt };
  const { domain, version, outcomes, standing } = rest;
  await db
    .insertInto('calibrations')
    .values({ tenant_id: tenant, domain, version, outcomes, standing, ...values })
    .onConflict((row) =>
      row.columns(['tenant_id', 'domain', 'version']).doUpdateSet({ outcomes, standing, ...values }),
    )
    .execute();
  await raiseCounter(db, 'models', 1);
}
