/**
 * Appends rows to a dataset. They are checked against the newest version of the dataset's name, with the
 * index of its ids. One transaction then checks them against the rows that wait already. If another version
 * became the newest meanwhile, both are done again.
 */

import { personBlocked } from '../../../contract/blocked.ts';
import type { TenantId } from '../../../contract/brands.ts';
import type { UnresolvedReference } from '../../../contract/error-details.ts';
import { apiError, counted, retryLater } from '../../../contract/errors.ts';
import { isSessionKey, sessionOfKey } from '../../../contract/session-key.ts';
import type { AppendedRow, AppendResult, AppendStore } from '../../../platform/storage/append-store.ts';
import type { Dataset, DatasetStore } from '../../../platform/storage/dataset-store.ts';
import { unresolvedReferences } from '../checks/dataset-faults.ts';
import { FirstFaults } from '../checks/first-faults.ts';
import { findDataset } from '../find-dataset.ts';
import type { IdIndexes } from '../ids/read-id-index.ts';
import { waitingLine } from './appended-line.ts';

export interface AppendParts {
  readonly datasets: Pick<DatasetStore, 'get' | 'newest'>;
  readonly appends: AppendStore;
  readonly ids: IdIndexes;
  /** Resolves when the version has an index of its ids. Throws 503 `warming_up`. */
  readonly indexed: (dataset: Dataset) => Promise<void>;
}

/** Rows of one kind. */
export interface RowsToAppend {
  readonly kind: AppendedRow['kind'];
  readonly rows: readonly AppendedRow[];
  /** By row the item that it names; empty for items. */
  readonly itemIds: readonly string[];
  /** The place of a row for messages: `events[3]`, `line 7`. */
  readonly describe: (row: number) => string;
}

export type Appended = Omit<Extract<AppendResult, { readonly state: 'appended' }>, 'state'>;

const MAX_ATTEMPTS = 5;
const RETRY_AFTER_MS = 1000;
const MAX_NAMED = 100;

/**
 * `rowsFor`: the rows, validated by the features of the version. Throws 404 `dataset_not_found`, 409
 * `conflict`, 422 `unresolved_reference`, 503 `warming_up`.
 */
export async function appendRows(
  parts: AppendParts,
  tenant: TenantId,
  datasetId: string,
  rowsFor: (base: Dataset) => RowsToAppend,
): Promise<Appended> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const base = await newestVersion(parts.datasets, tenant, datasetId);
    await parts.indexed(base);
    const done = await appendTo(parts, base, rowsFor(base));
    if (done !== null) return done;
  }
  throw retryLater(
    'overloaded',
    `The newest version of dataset ${datasetId} changes all the time. Send the rows again; nothing of them was kept.`,
    RETRY_AFTER_MS,
  );
}

/** The ready version of the same name that rows are appended to. Throws 404 `dataset_not_found`. */
export async function newestVersion(
  datasets: AppendParts['datasets'],
  tenant: TenantId,
  datasetId: string,
): Promise<Dataset> {
  const dataset = await findDataset(datasets, tenant, datasetId);
  return (await datasets.newest(tenant, dataset.name)) ?? dataset;
}

/** null: another version is the newest by now. */
async function appendTo(
  { appends, ids }: AppendParts,
  base: Dataset,
  given: RowsToAppend,
): Promise<Appended | null> {
  const part = given.kind === 'item' ? 'items' : 'events';
  const { distinct, changed } = distinctRows(given.rows);
  const found = await lookUp(appends, ids, base, part, distinct);
  changed.push(...distinct.filter((_, at) => found[at] === 'other').map(({ id }) => id));
  if (changed.length > 0) throw changedRows(base, given, changed);
  const rows = distinct.filter((_, at) => found[at] === 'none');
  const itemIds = [...new Set(given.itemIds)];
  const known = await ids.lookUp(
    base,
    'items',
    itemIds.map((id) => ({ id, line: null })),
  );
  const missingItems = itemIds.filter((_, at) => known[at] === 'none');
  const { tenantId, name } = base;
  const result = await appends.append({ tenantId, name, baseId: base.datasetId, rows, missingItems });
  switch (result.state) {
    case 'appended':
      return { ...result, duplicates: given.rows.length - result.appended };
    case 'stale':
      return null;
    case 'conflict':
      throw changedRows(base, given, result.ids);
    case 'blocked':
      throw blockedRow(given, new Set(result.personIds));
    case 'unresolved':
      throw unresolved(given, new Set(result.itemIds));
    default:
      return result satisfies never;
  }
}

/**
 * As `ids.lookUp`. The version may have an event of a merged session as its person's, which is the same content
 * as that of the anonymous event.
 */
async function lookUp(
  appends: Pick<AppendStore, 'ownersOf'>,
  ids: IdIndexes,
  base: Dataset,
  part: 'items' | 'events',
  rows: readonly AppendedRow[],
) {
  const found = await ids.lookUp(base, part, rows);
  const open = rows.filter(({ personId }, at) => found[at] === 'other' && isSessionKey(personId ?? ''));
  if (open.length === 0) return found;
  const sessions = open.map(({ personId }) => sessionOfKey(personId!));
  const owners = await appends.ownersOf(base.tenantId, base.name, [...new Set(sessions)]);
  const owned = open.map((row, at) => {
    return { ...row, line: waitingLine({ ...row, personId: owners.get(sessions[at]!) ?? row.personId }) };
  });
  const again = await ids.lookUp(base, part, owned);
  const byId = new Map(owned.map(({ id }, at) => [id, again[at]!]));
  return found.map((content, at) => byId.get(rows[at]!.id) ?? content);
}

/** Each id once. `changed`: ids that come twice with different content. */
function distinctRows(rows: readonly AppendedRow[]) {
  const byId = new Map<string, AppendedRow>();
  const changed: string[] = [];
  for (const row of rows) {
    const first = byId.get(row.id);
    if (first === undefined) byId.set(row.id, row);
    else if (first.line !== row.line) changed.push(row.id);
  }
  return { distinct: [...byId.values()], changed };
}

function blockedRow({ rows, describe }: RowsToAppend, blocked: ReadonlySet<string>) {
  const at = rows.findIndex(({ personId }) => personId !== null && blocked.has(personId));
  return personBlocked(rows[at]!.personId!, describe(at));
}

function changedRows(
  { datasetId }: Dataset,
  { kind, rows, describe }: RowsToAppend,
  changed: readonly string[],
) {
  const ids = [...new Set(changed)];
  const [first] = ids;
  const at = describe(rows.findLastIndex(({ id }) => id === first));
  const more = ids.length - 1;
  return apiError(
    'conflict',
    `The ${kind}_id «${first}» at ${at} was sent before with other content${more > 0 ? ` (and ${counted(more, 'more such id')})` : ''}. A row never changes: give it an id of its own, or send what was sent before. Nothing of this request was kept.`,
    { dataset_id: datasetId, type: kind, ids: ids.slice(0, MAX_NAMED), total: ids.length },
  );
}

function unresolved({ itemIds, describe }: RowsToAppend, missing: ReadonlySet<string>) {
  const faults = new FirstFaults<UnresolvedReference>();
  for (const [row, item_id] of itemIds.entries())
    if (missing.has(item_id)) faults.add(row, () => ({ item_id, at: describe(row) }));
  return unresolvedReferences(faults);
}
