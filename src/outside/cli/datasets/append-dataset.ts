/** `datasets append`: appends the rows of files of any size, in this process. */
import type { TimestampForm } from '../../../contract/dataset.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { importProgress } from '../import/import-progress.ts';
import { givenReading, type ReadingOptions } from '../import/reading-options.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { explainOffenders } from './explain-offenders.ts';
import { findDataset } from './find-datasets.ts';
import { localFiles } from './local-files.ts';

export interface AppendDatasetOptions extends DataOptions, ReadingOptions {
  readonly tenant?: string;
  readonly timestamps: TimestampForm;
}

export async function appendDataset(
  actions: CliActions,
  id: string,
  names: readonly string[],
  options: AppendDatasetOptions,
): Promise<void> {
  const files = await localFiles(names, options.encoding);
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { dataset } = await findDataset(opened, id, options.tenant);
    const done = await carryOut(actions, opened, options, dataset, files);
    if (done === null) return;
    const { appended, duplicates, pending } = done;
    if (options.json)
      printJson({ id, appended, duplicates, pending_items: pending.items, pending_events: pending.events });
    else
      printLines(
        `${appended} rows appended to «${dataset.name}», ${duplicates} were there before.`,
        `${pending.items} items and ${pending.events} events wait for the next version.`,
      );
  });
}

/** null: it was interrupted. The rows appended until then are kept. */
async function carryOut(
  actions: CliActions,
  { store }: StoreAndAccounts,
  options: AppendDatasetOptions,
  { tenantId, datasetId }: Awaited<ReturnType<typeof findDataset>>['dataset'],
  files: Awaited<ReturnType<typeof localFiles>>,
) {
  const [{ appendFiles }, { createIdIndexes }, { keepIdIndexes }] = await Promise.all([
    import('../../../behaviour/datasets/appends/append-files.ts'),
    import('../../../behaviour/datasets/ids/read-id-index.ts'),
    import('../../../behaviour/datasets/ids/keep-id-index.ts'),
  ]);
  const { artifacts } = actions.openFiles(options.data);
  const bar = importProgress(0);
  return untilInterrupted(async (signal) => {
    try {
      const parts = {
        datasets: store.datasets,
        appends: store.appends,
        ids: createIdIndexes(artifacts),
        indexed: (base: Parameters<typeof keepIdIndexes>[1]) => keepIdIndexes(artifacts, base, signal),
      };
      const form = { timestamps: options.timestamps, dialect: givenReading(options) };
      const progress = bar.show;
      return await appendFiles(parts, { tenant: tenantId, datasetId, files, ...form, signal, progress });
    } catch (error) {
      if (!signal.aborted) throw explainOffenders(error);
      process.stderr.write('Stopped; what was appended is kept, and the same files again are right.\n');
      process.exitCode = 130;
      return null;
    } finally {
      bar.end();
    }
  });
}
