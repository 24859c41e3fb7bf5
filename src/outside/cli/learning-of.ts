/** The server's learning service on a data folder, for the commands. */
import type { TenantId } from '../../contract/brands.ts';
import { shippedDomain, shippedDomainNames } from '../../domains/shipped-domains.ts';
import { createLearnService } from '../../matching/learn/create-learn-service.ts';
import type { LearnService } from '../../matching/learn/learn-service.ts';
import { createRunMaker } from '../../matching/learn/runs/run-maker.ts';
import { createSourcesFor } from '../../matching/learn/runs/run-sources.ts';
import {
  startGeneralTraining,
  startSharedTraining,
} from '../../matching/learn/runs/start-shared-training.ts';
import { SHARED_OWNER } from '../../platform/storage/learning-store.ts';
import type { StoreAndAccounts } from './cli-actions.ts';
import { UsageError } from './usage-error.ts';

export interface Learning extends LearnService {
  /** Starts a run of a domain's shared tier. Returns its id. */
  trainShared(domain: string): Promise<string>;
  /** Starts a run of the general tier, over all domains that come with the product. Returns its id. */
  trainGeneral(): Promise<string>;
  /** Leaves the shared tier of the domain (`*`: the general tier) without a model. False: it had none. */
  withdrawShared(domain: string): Promise<boolean>;
}

/** Workers poll for jobs, so that there is nothing to wake. */
const wake = () => {};

export function learningOf({ store, accounts }: StoreAndAccounts, clock: () => number): Learning {
  const { learning } = store;
  const service = createLearnService({
    learning,
    blocks: store.blocks,
    jobs: store.jobs,
    keys: store.accounts,
    domainFor: accounts.domainFor,
    wake,
    clock,
  });
  const makeRun = createRunMaker(learning, clock);
  const sourcesFor = createSourcesFor({
    domainFor: accounts.domainFor,
    listTenants: accounts.listTenants,
    shippedDomain,
  });
  const deps = { learning, makeRun, wake, sourcesFor };
  return {
    ...service,
    trainShared: async (domain) => (await startSharedTraining(deps, domain)).runId,
    withdrawShared: (domain) => learning.withdrawModel(SHARED_OWNER, domain),
    trainGeneral: async () => (await startGeneralTraining(deps, shippedDomainNames())).runId,
  };
}

export interface OwnerOptions {
  readonly tenant?: string;
  readonly shared?: true;
}

/** The owner of the runs in question: a tenant, or the shared tiers. */
export async function ownerOf(
  { accounts }: StoreAndAccounts,
  { tenant, shared }: OwnerOptions,
): Promise<TenantId> {
  if ((tenant === undefined) === (shared === undefined)) {
    throw new UsageError('Give either --tenant NAME, or --shared for the tiers that all tenants share.');
  }
  return tenant === undefined ? SHARED_OWNER : (await accounts.findTenant(tenant)).tenantId;
}
