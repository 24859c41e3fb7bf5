/** Files that the operator names, with their formats. */
import { statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import type { LocalFile } from '../../datasets/sources/local-source.ts';
import { formatOfName } from '../../datasets/sources/source-format.ts';
import { UsageError } from '../usage-error.ts';

/** Throws UsageError for a name without a file, or without a known ending. */
export async function localFiles(names: readonly string[]): Promise<readonly LocalFile[]> {
  return Promise.all(
    names.map(async (name) => {
      if (statSync(name, { throwIfNoEntry: false })?.isFile() !== true)
        throw new UsageError(`There is no file ${name}.`);
      const format = formatOfName(name);
      if (format === undefined)
        throw new UsageError(
          `${name} has no known ending; expected .jsonl, .csv, .tsv (each may be packed: .gz) or .parquet.`,
        );
      return { path: await realpath(name), name, format };
    }),
  );
}
