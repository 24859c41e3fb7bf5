/** The tokenizers and simulations of a store, and of the model, in one form. */
import type { UsedBy } from '../deletion-store.ts';
import type { Store } from '../store.ts';
import { allPages } from './against-model.ts';
import type { ModelTokenizers } from './model-tokenizers.ts';
import { ALPHA, BETA } from './sample-profiles.ts';

const tenants = [ALPHA, BETA];
export const datasets = ['ds_1', 'ds_2'];

/** Ids of the rows of both tenants. */
export const idsOf = <Name extends string>(rows: readonly { readonly [Id in Name]: string }[], id: Name) =>
  [...new Set(rows.map((row) => row[id]))].sort();
export const usersInOrder = (by: readonly UsedBy[]) => by.map(({ type, id }) => `${type} ${id}`).sort();

export async function stateOf({ tokenizers, simulations, deletions }: Store, model: ModelTokenizers) {
  const used = (tenantId: typeof ALPHA, datasetId: string) =>
    deletions.datasetUsedBy(tenantId, { datasetId, name: 'any' });
  return Promise.all(
    tenants.map(async (owner) => ({
      tokenizers: await allPages(
        (before, limit) => tokenizers.list(owner, { before, limit }),
        ({ tokenizerId }) => tokenizerId,
      ),
      byId: await Promise.all(idsOf(model.tokenizers, 'tokenizerId').map((id) => tokenizers.get(owner, id))),
      simulations: await allPages(
        (before, limit) => simulations.list(owner, { before, limit }),
        ({ simulationId }) => simulationId,
      ),
      simulationById: await Promise.all(
        idsOf(model.simulations, 'simulationId').map((id) => simulations.get(owner, id)),
      ),
      users: await Promise.all(datasets.map(async (id) => usersInOrder(await used(owner, id)))),
    })),
  );
}

export function stateOfModel(model: ModelTokenizers) {
  return tenants.map((owner) => {
    const [fitted, simulated] = [model.read(owner), model.readSimulations(owner)];
    return {
      tokenizers: fitted,
      byId: idsOf(model.tokenizers, 'tokenizerId').map(
        (id) => fitted.find(({ tokenizerId }) => tokenizerId === id) ?? null,
      ),
      simulations: simulated,
      simulationById: idsOf(model.simulations, 'simulationId').map(
        (id) => simulated.find(({ simulationId }) => simulationId === id) ?? null,
      ),
      users: datasets.map((id) => usersInOrder(model.usersOf(owner, id))),
    };
  });
}
