/**
 * Starts a run of a shared tier, at the operator's command. It uses the outcomes of the consenting tenants;
 * their triplets stay pending for their own runs.
 */
import { apiError, counted } from '../../../contract/errors.ts';
import { EVERY_DOMAIN, SHARED_OWNER, type TrainingRun } from '../../../platform/storage/learning-store.ts';
import type { RunSources, SourcesFor } from './run-sources.ts';
import type { TrainingDependencies } from './start-training.ts';

const PAGE_ROWS = 2000;

export interface SharedTrainingDependencies extends TrainingDependencies {
  readonly sourcesFor: SourcesFor;
}

/** One run over all domains. Throws 409 `below_threshold` where no consenting tenant has an outcome. */
export async function startGeneralTraining(
  { learning, makeRun, wake, sourcesFor }: SharedTrainingDependencies,
  domains: readonly string[],
): Promise<TrainingRun> {
  let borrowed = 0;
  for (const domain of domains) {
    const { sources } = await sourcesFor(SHARED_OWNER, domain);
    borrowed += await countTriplets(learning, domain, sources);
  }
  const start = await makeRun({ owner: SHARED_OWNER, domain: EVERY_DOMAIN, tier: 'general', forced: false });
  const started = await learning.startRun({ ...start, atLeast: 1, borrowed });
  if (started.state === 'too_few') {
    throw apiError(
      'below_threshold',
      'No tenant that shares its outcomes has any in a domain that comes with the product. «counterpart tenants set NAME --share-outcomes on» lets a tenant take part; it is off by default.',
      { pending: 0, threshold: 1 },
    );
  }
  if (started.state === 'started') wake();
  return started.run;
}

/** Throws 404 `domain_not_found`, 409 `below_threshold` where no consenting tenant has an outcome. */
export async function startSharedTraining(
  { learning, makeRun, wake, sourcesFor }: SharedTrainingDependencies,
  domain: string,
): Promise<TrainingRun> {
  const { sources } = await sourcesFor(SHARED_OWNER, domain);
  const borrowed = await countTriplets(learning, domain, sources);
  const start = await makeRun({ owner: SHARED_OWNER, domain, tier: 'domain', forced: false });
  const started = await learning.startRun({ ...start, atLeast: 1, borrowed });
  if (started.state === 'too_few') {
    throw apiError(
      'below_threshold',
      `${counted(sources.length, 'tenant shares its', 'tenants share their')} outcomes in ${domain}, and there are none. «counterpart tenants set NAME --share-outcomes on» lets a tenant take part; it is off by default.`,
      { domain, tenants: sources.length, pending: 0, threshold: 1 },
    );
  }
  if (started.state === 'started') wake();
  return started.run;
}

async function countTriplets(
  learning: SharedTrainingDependencies['learning'],
  domain: string,
  sources: RunSources['sources'],
): Promise<number> {
  let count = 0;
  for (const { tenantId } of sources) {
    for await (const page of learning.tripletsOf(tenantId, domain, null, PAGE_ROWS)) count += page.length;
  }
  return count;
}
