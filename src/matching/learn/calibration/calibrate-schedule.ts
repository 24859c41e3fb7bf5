/**
 * Fits level and temperature of a tenant's serving models to that tenant's outcomes, from the first 20 on. It
 * needs no run, and also works where a run was refused for lack of proof. One mechanism serves priors and
 * trained models. The outcomes that a model was trained on are left out.
 *
 * Everything is computed from the stored outcomes and kept in one row. So a process that dies loses nothing:
 * the next look finds the fit still due.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { ActiveDomain, DomainFor } from '../../../domains/active-domain.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { StandingCount, StoredCalibration } from '../../../platform/storage/calibration-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import type { ModelCatalog, StageModel } from '../../ranking/models/model-catalog.ts';
import { calibrationDue, FEWEST_OUTCOMES } from './calibration-due.ts';
import type { FitTenantCalibration } from './fit-tenant-calibration.ts';

export interface CalibrateParts {
  readonly store: Pick<Store, 'calibrations' | 'learning' | 'profiles' | 'encoders'>;
  /** The models in force without calibrations of tenants. */
  readonly models: ModelCatalog;
  readonly domainFor: DomainFor;
  /** Loads the code that fits at the first fit. */
  readonly fitting: () => Promise<FitTenantCalibration>;
  readonly clock: () => number;
}

const EVERY_MS = 15_000;

export function calibrateSchedule(parts: CalibrateParts): Schedule {
  /** The state that the last look at a domain saw. A domain in the same state is not read again. */
  const seen = new Map<string, string>();
  return {
    kind: 'calibrate_models',
    everyMs: EVERY_MS,
    async run({ signal }) {
      for (const counted of await parts.store.calibrations.standingOutcomes()) {
        if (signal.aborted) return;
        const key = JSON.stringify([counted.tenantId, counted.domain]);
        const state = async () => `${counted.standing} ${await parts.store.learning.modelsVersion()}`;
        if (seen.get(key) === (await state())) continue;
        await calibrateDomain(parts, counted);
        seen.set(key, await state());
      }
    },
  };
}

/** Fits the models of one domain that are due. A domain that the tenant no longer has is left alone. */
async function calibrateDomain(parts: CalibrateParts, counted: StandingCount): Promise<void> {
  const { store, models, clock } = parts;
  const { tenantId, domain, standing } = counted;
  const known = await store.calibrations.calibrations(tenantId, domain);
  if (standing < FEWEST_OUTCOMES && known.length === 0) return;
  const active = await activeDomain(parts.domainFor, tenantId, domain);
  if (active === null) return;
  const serving = await models.models(tenantId, active.definition);
  const due = serving.filter((model) => calibrationDue(calibrationOf(model, known), standing));
  if (due.length === 0) return;
  const calibrateModels = await parts.fitting();
  const fitted = await calibrateModels(store, { tenantId, ...active, models: due, nowMs: clock() });
  for (const { version, outcomes, curves } of fitted) {
    const fittedAt = new Date(clock()).toISOString();
    await store.calibrations.keepCalibration({ ...counted, version, outcomes, curves, fittedAt });
  }
}

function calibrationOf({ version }: StageModel, known: readonly StoredCalibration[]) {
  return known.find((calibration) => calibration.version === version);
}

async function activeDomain(
  domainFor: DomainFor,
  tenant: TenantId,
  domain: string,
): Promise<ActiveDomain | null> {
  try {
    return await domainFor(tenant, domain);
  } catch {
    return null;
  }
}
