/**
 * The model that the stores are tested against, as plain lists in memory: datasets, rows that wait for their
 * next versions, and people erased from them.
 */

import type { TenantId } from '../../../contract/brands.ts';
import { noDeclaredEvents } from '../../../contract/dataset-events.ts';
import type { AppendedRow, AppendResult, NewAppend, StoredAppend } from '../append-store.ts';
import type { Dataset, NewDataset, SnapshotErased, SnapshotMade } from '../dataset-store.ts';
import type { Deletion, ErasedDataset, UsedBy } from '../deletion-store.ts';

export interface DatasetJob {
  readonly tenant: TenantId;
  readonly jobId: string;
  readonly kind: 'dataset_import' | 'dataset_snapshot' | 'dataset_export';
  readonly datasetId: string;
  readonly name: string;
  /** The last row that a cut takes, and the version that it follows. */
  upTo: number;
  base: string;
  running: boolean;
}

type Waiting = StoredAppend & { readonly tenant: TenantId; readonly name: string };

export class ModelDatasets {
  datasets: readonly Dataset[] = [];
  readonly jobs: DatasetJob[] = [];
  #waiting: readonly Waiting[] = [];
  readonly #lastPositions = new Map<string, number>();
  readonly #made = new Map<TenantId, number>();

  /** Both tenants have the same ids. */
  newId(tenant: TenantId): string {
    const made = (this.#made.get(tenant) ?? 0) + 1;
    this.#made.set(tenant, made);
    return `ds_${String(made).padStart(3, '0')}`;
  }

  create(dataset: NewDataset): void {
    const version = this.#nextVersion(dataset);
    const nothing = { readyAt: null, itemCount: 0, eventCount: 0, files: [], erased: [] };
    this.datasets = [
      ...this.datasets,
      {
        declaredEvents: noDeclaredEvents,
        ...dataset,
        version,
        ...nothing,
        erasures: { count: 0, lastAt: null },
      },
    ];
  }

  renewVersion(tenant: TenantId, datasetId: string): void {
    this.#change(tenant, datasetId, (dataset) =>
      dataset.readyAt === null ? { version: this.#nextVersion(dataset) } : {},
    );
  }

  #nextVersion({ tenantId, name }: Pick<Dataset, 'tenantId' | 'name'>): number {
    const versions = this.of(tenantId).filter((other) => other.name === name);
    return Math.max(0, ...versions.map((other) => other.version)) + 1;
  }

  complete(tenant: TenantId, datasetId: string, made: SnapshotMade): void {
    this.#change(tenant, datasetId, () => made);
  }

  drop(tenant: TenantId, datasetId: string): void {
    this.datasets = this.datasets.filter(
      (each) => each.tenantId !== tenant || each.datasetId !== datasetId || each.readyAt !== null,
    );
  }

  of(tenant: TenantId): readonly Dataset[] {
    return this.datasets.filter((each) => each.tenantId === tenant);
  }

  /** Newest first. */
  ready(tenant: TenantId): readonly Dataset[] {
    return this.of(tenant)
      .filter((each) => each.readyAt !== null)
      .sort((a, b) => (a.datasetId < b.datasetId ? 1 : -1));
  }

  newest(tenant: TenantId, name: string): Dataset | null {
    const named = this.ready(tenant).filter((each) => each.name === name);
    return named.sort((a, b) => b.version - a.version)[0] ?? null;
  }

  append({ tenantId, name, baseId, rows, missingItems }: NewAppend): AppendResult {
    if (this.newest(tenantId, name)?.datasetId !== baseId) return { state: 'stale' };
    const waiting = this.waiting(tenantId, name);
    const earlier = (row: AppendedRow) =>
      waiting.find((other) => other.kind === row.kind && other.id === row.id);
    const conflicts = rows.filter((row) => (earlier(row)?.line ?? row.line) !== row.line);
    if (conflicts.length > 0) return { state: 'conflict', ids: conflicts.map(({ id }) => id) };
    const items = [...waiting, ...rows].filter(({ kind }) => kind === 'item').map(({ id }) => id);
    const itemIds = missingItems.filter((id) => !items.includes(id));
    if (itemIds.length > 0) return { state: 'unresolved', itemIds };
    const added = rows.filter((row) => earlier(row) === undefined);
    for (const row of added) {
      const position = this.lastPosition(tenantId, name) + 1;
      this.#lastPositions.set(`${tenantId} ${name}`, position);
      this.#waiting = [...this.#waiting, { ...row, tenant: tenantId, name, position }];
    }
    const duplicates = rows.length - added.length;
    return { state: 'appended', appended: added.length, duplicates, pending: this.pending(tenantId, name) };
  }

  dropAppended(tenant: TenantId, name: string, upTo: number): void {
    this.#waiting = this.#waiting.filter(
      (row) => row.tenant !== tenant || row.name !== name || row.position > upTo,
    );
  }

  /** In the order of their positions. */
  waiting(tenant: TenantId, name: string): readonly StoredAppend[] {
    return this.#waiting
      .filter((row) => row.tenant === tenant && row.name === name)
      .map(({ tenant: _, name: __, ...row }) => row);
  }

  pending(tenant: TenantId, name: string) {
    const rows = this.waiting(tenant, name);
    const items = rows.filter(({ kind }) => kind === 'item').length;
    return { items, events: rows.length - items };
  }

  lastPosition(tenant: TenantId, name: string): number {
    return this.#lastPositions.get(`${tenant} ${name}`) ?? 0;
  }

  erase(tenant: TenantId, person: string) {
    const isTheirs = (row: Waiting) => row.tenant === tenant && row.personId === person;
    const pendingEvents = this.#waiting.filter(isTheirs).length;
    this.#waiting = this.#waiting.filter((row) => !isTheirs(row));
    const marked = this.of(tenant).filter(mayNamePeople);
    for (const { datasetId } of marked)
      this.#change(tenant, datasetId, ({ erased }) => ({ erased: [...new Set([...erased, person])].sort() }));
    return { pendingEvents, datasetVersions: marked.length };
  }

  finishErasure(tenant: TenantId, datasetId: string, { people, made, at }: SnapshotErased): void {
    this.#change(tenant, datasetId, ({ erased, erasures }) => ({
      erased: erased.filter((person) => !people.includes(person)),
      ...(made !== null && {
        ...made,
        erasures: { count: erasures.count + people.length, lastAt: at },
      }),
    }));
  }

  mayNamePeople(tenant: TenantId): boolean {
    return this.of(tenant).some(mayNamePeople);
  }

  delete(tenant: TenantId, datasetId: string): Deletion<ErasedDataset> {
    const dataset = this.ready(tenant).find((each) => each.datasetId === datasetId);
    if (dataset === undefined) return { state: 'missing' };
    const { name, files, itemCount: items, eventCount: events } = dataset;
    const jobs = this.jobs.filter((job) => job.tenant === tenant);
    const by = jobs
      .filter((job) => job.running && (job.datasetId === datasetId || isCutOf(job, name)))
      .map(({ jobId }): UsedBy => ({ type: 'job', id: jobId }));
    if (by.length > 0) return { state: 'used', by };
    this.datasets = this.datasets.filter((each) => each !== dataset);
    const isLast = this.newest(tenant, name) === null;
    const pending = isLast ? this.pending(tenant, name) : { items: 0, events: 0 };
    if (isLast) this.dropAppended(tenant, name, Number.POSITIVE_INFINITY);
    const exportJobs = jobs
      .filter((job) => job.kind === 'dataset_export' && job.datasetId === datasetId)
      .map(({ jobId }) => jobId);
    return {
      ...{ state: 'deleted', files, items, events, exportJobs },
      ...{ pendingItems: pending.items, pendingEvents: pending.events, keptFor: [] },
    };
  }

  #change(tenant: TenantId, datasetId: string, changed: (dataset: Dataset) => Partial<Dataset>): void {
    this.datasets = this.datasets.map((each) =>
      each.tenantId === tenant && each.datasetId === datasetId ? { ...each, ...changed(each) } : each,
    );
  }
}

const mayNamePeople = ({ readyAt, eventCount, files }: Dataset) =>
  readyAt === null || eventCount > 0 || files.some(({ part }) => part === 'people');

const isCutOf = (job: DatasetJob, name: string) => job.kind === 'dataset_snapshot' && job.name === name;
