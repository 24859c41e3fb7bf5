/** An experiment for tests: a split of the dating domain between two arms without settings. */
import { tenantId } from '../../../contract/brands.ts';
import { CreateExperimentRequest } from '../../../contract/experiment.ts';
import type { StoredExperiment } from '../../../platform/storage/experiment-store.ts';

export function sampleExperiment(other: Partial<StoredExperiment> = {}): StoredExperiment {
  const { tenant_id, domain, name, ...settings } = CreateExperimentRequest.parse({
    tenant_id: 'ten_alpha',
    domain: 'dating',
    name: 'nearer',
    design: 'split',
    arms: [{ name: 'usual' }, { name: 'nearer' }],
    primary_metric: 'mutual_rate',
    stop: { smallest_effect: 0.02 },
  });
  return {
    ...{ tenantId: tenantId(tenant_id), experimentId: 'exp_1', domain, name, settings },
    ...{ createdAt: '2026-03-01T00:00:00.000Z', endsAt: '2026-03-29T00:00:00.000Z', decision: '' },
    ...{ isRunning: true, pausedAt: null, endedAt: null, endedBy: null },
    ...other,
  };
}
