/**
 * The running experiment of each domain, as every match asks for it. The counter of the models that serve
 * reveals every beginning, pause and end in any process, so a domain is read again only then.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { ExperimentStore, StoredExperiment } from '../../platform/storage/experiment-store.ts';

export interface RunningParts {
  readonly experiments: Pick<ExperimentStore, 'running'>;
  readonly modelsVersion: () => Promise<number>;
}

interface Known {
  readonly version: number;
  readonly experiment: Promise<StoredExperiment | null>;
}

/** Domains of tenants that stay in memory; the least recently used is evicted first. */
const MOST_DOMAINS = 10_000;

export type RunningExperiments = (tenant: TenantId, domain: string) => Promise<StoredExperiment | null>;

export function createRunningExperiments({ experiments, modelsVersion }: RunningParts): RunningExperiments {
  const known = new Map<string, Known>();
  return async (tenant, domain) => {
    const version = await modelsVersion();
    const key = JSON.stringify([tenant, domain]);
    const found = known.get(key);
    const entry =
      found?.version === version ? found : { version, experiment: unpaused(experiments, tenant, domain) };
    known.delete(key);
    known.set(key, entry);
    if (known.size > MOST_DOMAINS) known.delete(known.keys().next().value!);
    entry.experiment.catch(() => known.get(key) === entry && known.delete(key));
    return entry.experiment;
  };
}

async function unpaused(experiments: RunningParts['experiments'], tenant: TenantId, domain: string) {
  const experiment = await experiments.running(tenant, domain);
  return experiment === null || experiment.pausedAt !== null ? null : experiment;
}
