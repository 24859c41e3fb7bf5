/** `datasets import`: imports files of any size as one dataset, in this process. */

import { datasetFields } from '../../../behaviour/datasets/dataset-fields.ts';
import type { SnapshotProgress } from '../../../behaviour/datasets/make-snapshot.ts';
import type { LocalFile } from '../../../behaviour/datasets/sources/local-source.ts';
import type { TimestampForm } from '../../../contract/dataset.ts';
import { DatasetName, DatasetTerms } from '../../../contract/dataset.ts';
import type { BasketField } from '../../../contract/dataset-events.ts';
import { newId } from '../../../contract/new-id.ts';
import type { Dataset, NewDataset } from '../../../platform/storage/dataset-store.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { importProgress } from '../import/import-progress.ts';
import { givenReading, type ReadingOptions } from '../import/reading-options.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { declaredFeatures, declaredKinds } from './declared-features.ts';
import { explainOffenders } from './explain-offenders.ts';
import { localFiles } from './local-files.ts';

export interface ImportDatasetOptions extends DataOptions, ReadingOptions {
  readonly tenant: string;
  readonly name: string;
  readonly export: boolean;
  readonly training: boolean;
  readonly terms: string;
  /** A JSON file. */
  readonly features?: string;
  /** A JSON file. */
  readonly kinds?: string;
  readonly repeats?: true;
  readonly baskets?: BasketField;
  readonly timestamps: TimestampForm;
}

export async function importDataset(
  actions: CliActions,
  names: readonly string[],
  options: ImportDatasetOptions,
): Promise<void> {
  const files = await localFiles(names, options.encoding);
  for (const [flag, schema, value] of [
    ['--name', DatasetName, options.name],
    ['--terms', DatasetTerms, options.terms],
  ] as const) {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new UsageError(`${flag} ${parsed.error.issues[0]!.message}.`);
  }
  const features = declaredFeatures(options.features);
  const declaredEvents = {
    kinds: declaredKinds(options.kinds),
    repeats: options.repeats === true,
    baskets: options.baskets ?? null,
  };
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { tenantId } = await opened.accounts.findTenant(options.tenant);
    const dataset: NewDataset = {
      tenantId,
      datasetId: newId('ds'),
      name: options.name,
      source: 'workspace_upload',
      access: { export: options.export, training: options.training },
      terms: options.terms,
      features,
      declaredEvents,
      createdAt: new Date(actions.clock()).toISOString(),
    };
    const started = performance.now();
    const made = await carryOut(actions, opened, options, dataset, files);
    if (made !== null) report(made, (performance.now() - started) / 1000, options);
  });
}

/** null: it was interrupted, and nothing was kept. */
async function carryOut(
  actions: CliActions,
  { store }: StoreAndAccounts,
  options: ImportDatasetOptions,
  dataset: NewDataset,
  files: readonly LocalFile[],
): Promise<Dataset | null> {
  const { importFiles } = await import('../../../behaviour/datasets/import-files.ts');
  const { datasets, blocks } = store;
  const tools = { ...actions.openFiles(options.data), datasets, blocks, clock: actions.clock };
  const form = { timestamps: options.timestamps, dialect: givenReading(options) };
  const progress = importProgress(0);
  return untilInterrupted(async (signal) => {
    try {
      const show = ({ share, items, events }: SnapshotProgress) =>
        progress.show({ rows: items + events, share });
      return await importFiles(tools, dataset, files, signal, show, form);
    } catch (error) {
      if (!signal.aborted) throw explainOffenders(error);
      process.stderr.write('Stopped; nothing of it was kept.\n');
      process.exitCode = 130;
      return null;
    } finally {
      progress.end();
    }
  });
}

function report(dataset: Dataset, seconds: number, { json }: DataOptions): void {
  const { itemCount, eventCount, datasetId, name, version } = dataset;
  const rate = Math.round((itemCount + eventCount) / Math.max(seconds, 0.001));
  if (json) {
    printJson({ ...datasetFields(dataset), seconds: Number(seconds.toFixed(3)), rows_per_second: rate });
    return;
  }
  printLines(
    `Dataset «${name}» v${version} is made (${datasetId}): ${itemCount} items, ${eventCount} events.`,
    `${itemCount + eventCount} rows in ${seconds.toFixed(1)} s, ${rate} rows/s.`,
  );
}
