/** `datasets export`: a dataset as JSONL or Parquet. The file appears complete or not at all. */
import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { ExportFormat } from '../../../behaviour/datasets/export-dataset.ts';
import type { Snapshot } from '../../../behaviour/datasets/snapshot/read-snapshot.ts';
import type { CliActions } from '../cli-actions.ts';
import { importProgress } from '../import/import-progress.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { findDataset } from './find-datasets.ts';

export interface ExportToFileOptions extends DataOptions {
  readonly output: string;
  readonly gzip?: true;
  /** Default: by the ending of the file, else JSONL. */
  readonly format?: string;
}

export async function exportToFile(
  actions: CliActions,
  id: string,
  options: ExportToFileOptions,
): Promise<void> {
  const format = formatOf(options);
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { dataset } = await findDataset(opened, id);
    const [{ assertExportable }, { readSnapshot }] = await Promise.all([
      import('../../../behaviour/datasets/access-terms.ts'),
      import('../../../behaviour/datasets/snapshot/read-snapshot.ts'),
    ]);
    assertExportable(dataset);
    const { artifacts } = actions.openFiles(options.data);
    const snapshot = await readSnapshot(artifacts, dataset);
    const isWhole = await writeExport(snapshot, format, options);
    if (!isWhole) return;
    const bytes = statSync(options.output).size;
    const rows = dataset.itemCount + dataset.eventCount;
    if (options.json) printJson({ id, rows, bytes, file: options.output });
    else printLines(`${rows} rows, ${bytes} bytes written to ${options.output}.`);
  });
}

/** Throws UsageError. */
function formatOf({ output, gzip, format }: ExportToFileOptions): ExportFormat {
  const wanted = format ?? (output.endsWith('.parquet') ? 'parquet' : 'jsonl');
  if (wanted !== 'jsonl' && wanted !== 'parquet')
    throw new UsageError(`--format is «${wanted}»; expected jsonl or parquet.`);
  if (wanted === 'parquet' && gzip)
    throw new UsageError('--gzip packs JSONL; a Parquet file is packed already.');
  return wanted;
}

/** Only a complete export gets the final name. False: it was interrupted. */
async function writeExport(
  snapshot: Snapshot,
  format: ExportFormat,
  { output, gzip }: ExportToFileOptions,
): Promise<boolean> {
  const [{ exportDataset }, { exportParquet }] = await Promise.all([
    import('../../../behaviour/datasets/export-dataset.ts'),
    import('../../../behaviour/datasets/export-parquet.ts'),
  ]);
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
      const run = { snapshot, compression: gzip ? 'gzip' : 'none', signal, progress } as const;
      await (format === 'parquet' ? exportParquet(run, sink) : exportDataset(run, sink));
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
