/** Finds datasets by id, and lists those of a tenant. */
import type { Dataset, NewDataset } from '../../../platform/storage/dataset-store.ts';
import type { StoreAndAccounts } from '../cli-actions.ts';

const PAGE = 100;

/** Newest first. */
export async function* allDatasets(
  { datasets }: StoreAndAccounts['store'],
  tenantId: NewDataset['tenantId'],
): AsyncGenerator<Dataset> {
  for (let before: string | null = null; ; ) {
    const page: readonly Dataset[] = await datasets.list(tenantId, { before, limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)!.datasetId;
  }
}

/** Searches all tenants, because ids are unique among them, or the one that `owner` names. */
export async function findDataset({ store, accounts }: StoreAndAccounts, id: string, owner?: string) {
  const tenants = owner === undefined ? await accounts.listTenants() : [await accounts.findTenant(owner)];
  for (const { tenantId, name } of tenants) {
    const dataset = await store.datasets.get(tenantId, id);
    if (dataset !== null) return { dataset, tenant: name };
  }
  const where = owner === undefined ? '' : ` of ${owner}`;
  throw new Error(
    `There is no dataset ${id}${where}. «counterpart datasets list» shows those that there are.`,
  );
}
