/**
 * Calibrations: level and temperature of a tenant's probabilities, and the tenant's outcomes on which they
 * are fitted. A calibration belongs to one version of a ranking model and holds nothing of a person.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { StandingOutcome } from './learning-store.ts';

export interface CalibrationStore {
  /**
   * Every domain of a tenant with outcomes, and the number of the current ones. Counted, so cheap to ask for.
   */
  standingOutcomes(): Promise<readonly StandingCount[]>;
  /** The newest current outcomes, oldest of them first. */
  newestOutcomes(tenant: TenantId, domain: string, limit: number): Promise<readonly NewestOutcome[]>;
  /** The calibrations of all versions that the tenant was served in the domain. */
  calibrations(tenant: TenantId, domain: string): Promise<readonly StoredCalibration[]>;
  /** Replaces the version's calibration. Every process serves it from its next match on. */
  keepCalibration(calibration: StoredCalibration): Promise<void>;
}

export interface NewestOutcome extends StandingOutcome {
  /** Whether a recorded match has shown the candidate to the seeker. */
  readonly isShown: boolean;
}

export interface StandingCount {
  readonly tenantId: TenantId;
  readonly domain: string;
  readonly standing: number;
}

export interface StoredCalibration extends StandingCount {
  /** Version of the model without the calibration. */
  readonly version: string;
  /** The outcomes that it rests on. */
  readonly outcomes: number;
  /** JSON: curves by stage; null: too few outcomes, so the model keeps its own. */
  readonly curves: unknown;
  /** ISO 8601, UTC. */
  readonly fittedAt: string;
}
