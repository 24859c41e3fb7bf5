/** The datasets and waiting rows of a store, and of the model, in one form. */
import type { TenantId } from '../../../contract/brands.ts';
import type { Store } from '../store.ts';
import { allPages } from './against-model.ts';
import type { ModelDatasets } from './model-datasets.ts';
import { ALPHA, BETA } from './sample-profiles.ts';

const tenants = [ALPHA, BETA];
export const names = ['shop', 'feed'];
export const people = ['ana', '😀'];

/** Ids of the datasets of both tenants. */
export const idsOf = (model: ModelDatasets) =>
  [...new Set(model.datasets.map(({ datasetId }) => datasetId))].sort();

const marksInOrder = <Row extends { readonly erased: readonly string[] } | null>(row: Row) =>
  row === null ? null : { ...row, erased: row.erased.toSorted() };

export async function stateOf({ datasets, appends, people: persons }: Store, model: ModelDatasets) {
  const ofTenant = async (owner: TenantId) => ({
    byId: await Promise.all(
      idsOf(model).map(async (id) => [
        marksInOrder(await datasets.get(owner, id)),
        marksInOrder(await datasets.find(owner, id)),
      ]),
    ),
    list: await allPages(
      async (before, limit) => (await datasets.list(owner, { before, limit })).map(marksInOrder),
      (dataset) => dataset!.datasetId,
    ),
    mayNamePeople: await persons.mayBeInDatasets(owner),
    names: await Promise.all(names.map((name) => waitingOf(owner, name))),
  });
  const waitingOf = async (owner: TenantId, name: string) => ({
    newest: (await datasets.newest(owner, name))?.datasetId,
    pending: await appends.pending(owner, name),
    lastPosition: await appends.lastPosition(owner, name),
    items: await appends.page(owner, name, { kind: 'item', after: 0, upTo: 1000, limit: 1000 }),
    events: await appends.page(owner, name, { kind: 'event', after: 2, upTo: 9, limit: 2 }),
    ofPeople: await Promise.all(people.map((person) => appends.ofPerson(owner, name, person, 2))),
  });
  const toErase = await datasets.toErase();
  return {
    tenants: await Promise.all(tenants.map(ofTenant)),
    versions: await datasets.versions(),
    toErase: toErase.map(({ tenantId, datasetId }) => `${tenantId} ${datasetId}`).sort(),
  };
}

export function stateOfModel(model: ModelDatasets) {
  const ready = tenants.flatMap((owner) => model.ready(owner));
  const ofName = (owner: TenantId, name: string) => {
    const rows = model.waiting(owner, name);
    const events = rows.filter(({ kind }) => kind === 'event');
    return {
      newest: model.newest(owner, name)?.datasetId,
      pending: model.pending(owner, name),
      lastPosition: model.lastPosition(owner, name),
      items: rows.filter(({ kind }) => kind === 'item'),
      events: events.filter(({ position }) => position > 2 && position <= 9).slice(0, 2),
      ofPeople: people.map((person) => events.filter(({ personId }) => personId === person).slice(-2)),
    };
  };
  return {
    tenants: tenants.map((owner) => ({
      byId: idsOf(model).map((id) => {
        const found = model.of(owner).find(({ datasetId }) => datasetId === id) ?? null;
        return [found?.readyAt == null ? null : found, found];
      }),
      list: model.ready(owner),
      mayNamePeople: model.mayNamePeople(owner),
      names: names.map((name) => ofName(owner, name)),
    })),
    versions: ready
      .map(({ tenantId, datasetId, name, version, createdAt }) => ({
        tenantId,
        datasetId,
        name,
        version,
        createdAt,
      }))
      .sort((a, b) => compare(a.tenantId, b.tenantId) || compare(a.name, b.name) || b.version - a.version),
    toErase: ready
      .filter(({ erased }) => erased.length > 0)
      .map(({ tenantId, datasetId }) => `${tenantId} ${datasetId}`)
      .sort(),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
