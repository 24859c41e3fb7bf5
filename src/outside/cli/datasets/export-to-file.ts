/** `datasets export`: a dataset as JSONL. The file appears complete or not at all. */
import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Snapshot } from '../../../behaviour/datasets/snapshot/read-snapshot.ts';
import type { CliActions } from '../cli-actions.ts';
import { importProgress } from '../import/import-progress.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { findDataset } from './find-datasets.ts';

export interface ExportToFileOptions extends DataOptions {
  readonly output: string;
  readonly gzip?: true;
}

export async function exportToFile(
  actions: CliActions,
  id: string,
  options: ExportToFileOptions,
): Promise<void> {
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { dataset } = await findDataset(opened, id);
    const [{ assertExportable }, { readSnapshot }] = await Promise.all([
      import('../../../behaviour/datasets/access-terms.ts'),
      import('../../../behaviour/datasets/snapshot/read-snapshot.ts'),
    ]);
    assertExportable(dataset);
    const { artifacts } = actions.openFiles(options.data);
    const snapshot = await readSnapshot(artifacts, dataset);
    const isWhole = await writeExport(snapshot, options);
    if (!isWhole) return;
    const bytes = statSync(options.output).size;
    const rows = dataset.itemCount + dataset.eventCount;
    if (options.json) printJson({ id, rows, bytes, file: options.output });
    else printLines(`${rows} rows, ${bytes} bytes written to ${options.output}.`);
  });
}

/** Only a complete export gets the final name. False: it was interrupted. */
async function writeExport(snapshot: Snapshot, { output, gzip }: ExportToFileOptions): Promise<boolean> {
  const { exportDataset } = await import('../../../behaviour/datasets/export-dataset.ts');
  const partial = `${output}.partial`;
  const file = createWriteStream(partial, { mode: 0o600 });
  const sink = {
    write: (chunk: Uint8Array) =>
      new Promise<void>((resolve, reject) =>
        file.write(chunk, (error) => (error == null ? resolve() : reject(error))),
      ),
  };
  const rows = snapshot.itemCount + snapshot.eventCount;
  const bar = importProgress(0);
  const progress = (share: number) => bar.show({ rows: Math.round(share * rows), share });
  return untilInterrupted(async (signal) => {
    try {
      const compression = gzip ? 'gzip' : 'none';
      await exportDataset({ snapshot, compression, signal, progress }, sink);
      file.end();
      await finished(file);
      renameSync(partial, output);
      return true;
    } catch (error) {
      file.destroy();
      rmSync(partial, { force: true });
      if (!signal.aborted) throw error;
      process.stderr.write('Stopped; nothing was written.\n');
      process.exitCode = 130;
      return false;
    } finally {
      bar.end();
    }
  });
}
