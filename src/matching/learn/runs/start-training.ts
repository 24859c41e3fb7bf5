/** POST /train. */
import type { TenantId } from '../../../contract/brands.ts';
import { apiError, counted } from '../../../contract/errors.ts';
import type { ActiveDomain } from '../../../domains/active-domain.ts';
import type { LearningStore, TrainingRun } from '../../../platform/storage/learning-store.ts';
import type { RunMaker } from './run-maker.ts';

export interface TrainingDependencies {
  readonly learning: LearningStore;
  readonly makeRun: RunMaker;
  readonly wake: () => void;
}

/** `minTriplets` overrides the tenant's threshold. Throws 409 `below_threshold`. */
export async function startTraining(
  { learning, makeRun, wake }: TrainingDependencies,
  tenant: TenantId,
  { definition, threshold }: ActiveDomain,
  { force, minTriplets }: { readonly force: boolean; readonly minTriplets: number | undefined },
): Promise<{ readonly run: TrainingRun; readonly isNew: boolean }> {
  const { domain } = definition;
  const wanted = minTriplets ?? threshold;
  const start = await makeRun({ owner: tenant, domain, tier: 'tenant', forced: force });
  const started = await learning.startRun({ ...start, atLeast: force ? 1 : Math.max(1, wanted) });
  switch (started.state) {
    case 'started':
      wake();
      return { run: started.run, isNew: true };
    case 'exists':
      return { run: started.run, isNew: false };
    case 'too_few':
      throw belowThreshold(domain, started.pending, wanted, force);
    default:
      return started satisfies never;
  }
}

function belowThreshold(domain: string, pending: number, threshold: number, force: boolean): Error {
  const advice = force
    ? 'Forcing needs at least one: send outcomes with POST /v1/feedback first.'
    : 'Send more outcomes with POST /v1/feedback, or set force to train on what there is.';
  return apiError(
    'below_threshold',
    `${counted(pending, `triplet of ${domain} waits`, `triplets of ${domain} wait`)} for training, and ${counted(force ? 1 : threshold, 'is', 'are')} needed. ${advice}`,
    { domain, pending, threshold },
  );
}
