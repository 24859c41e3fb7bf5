/**
 * Puts a sample of the answered requests of a shadow experiment into its queue. The caller of the match does
 * not wait for it. Requests that name other people are left out, so that the queue names seekers alone.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { MatchRequest } from '../../../contract/match.ts';
import { newUlid } from '../../../contract/new-id.ts';
import type { ExperimentStore, StoredExperiment } from '../../../platform/storage/experiment-store.ts';
import { createAssigner } from '../assignment/assign-unit.ts';

/**
 * Waiting requests of one experiment. A replay takes about as long as a match, so the queue holds a few
 * minutes of work.
 */
const MOST_WAITING = 1000;

export interface SamplingParts {
  readonly running: (tenant: TenantId, domain: string) => Promise<StoredExperiment | null>;
  readonly experiments: Pick<ExperimentStore, 'queueShadow'>;
  readonly secret: Uint8Array;
  /** Epoch ms. */
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

export function createRequestSampler({ running, experiments, secret, clock, onError }: SamplingParts) {
  const assign = createAssigner(secret);
  const sample = async (tenant: TenantId, request: MatchRequest): Promise<void> => {
    const experiment = await running(tenant, request.domain);
    if (experiment?.settings.design !== 'shadow' || Date.parse(experiment.endsAt) <= clock()) return;
    if (!mayBeReplayed(request)) return;
    const requestId = newUlid(clock());
    if (!assign(experiment, requestId).takesPart) return;
    const { tenantId, experimentId } = experiment;
    await experiments.queueShadow({ tenantId, experimentId, requestId, request }, MOST_WAITING);
  };
  return (tenant: TenantId, request: MatchRequest): void => void sample(tenant, request).catch(onError);
}

function mayBeReplayed(request: MatchRequest): boolean {
  const { record, stages, weights, explore, filters, candidate_user_ids } = request;
  if (record === false || stages !== undefined || weights !== undefined || explore !== undefined)
    return false;
  return candidate_user_ids === undefined && filters?.exclude_user_ids === undefined;
}
