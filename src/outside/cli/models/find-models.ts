/** Finds models by id, and lists them. */
import type { ModelListState } from '../../../contract/model.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import type { StoreAndAccounts } from '../cli-actions.ts';

const PAGE = 100;

interface FoundModel {
  readonly tenant: string;
  readonly model: Model;
}

/** Newest first, tenant by tenant. `only`: of the tenant with this name. `status` left out: all. */
export async function* allModels(
  { store, accounts }: StoreAndAccounts,
  only: string | undefined,
  status?: ModelListState,
): AsyncGenerator<FoundModel> {
  const tenants = only === undefined ? await accounts.listTenants() : [await accounts.findTenant(only)];
  for (const { tenantId, name } of tenants) {
    for (let before: string | null = null; ; ) {
      const page: readonly Model[] = await store.models.list(tenantId, {
        ...{ before, limit: PAGE },
        ...(status && { status }),
      });
      for (const model of page) yield { tenant: name, model };
      if (page.length < PAGE) break;
      before = page.at(-1)!.modelId;
    }
  }
}

/** Searches all tenants, because ids are unique among them. */
export async function findModel({ store, accounts }: StoreAndAccounts, id: string): Promise<FoundModel> {
  for (const { tenantId, name } of await accounts.listTenants()) {
    const model = await store.models.get(tenantId, id);
    if (model !== null) return { model, tenant: name };
  }
  throw new Error(`There is no model ${id}. «counterpart models list» shows those that there are.`);
}
