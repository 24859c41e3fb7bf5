/** Files that the operator names, with their formats. */
import { statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import type { LocalFile } from '../../../behaviour/datasets/sources/local-source.ts';
import { formatOfName } from '../../../behaviour/datasets/sources/source-format.ts';
import { detectEncoding } from '../../../platform/intake/detect-encoding.ts';
import { type Encoding, encodingNames } from '../../../platform/intake/encodings.ts';
import { fileOnDisk } from '../import/file-bytes.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The encoding of CSV and TSV is found by the whole file, unless it is given, and printed where it is not
 * UTF-8. Throws UsageError for a name without a file, or without a known ending.
 */
export async function localFiles(
  names: readonly string[],
  encoding?: Encoding,
): Promise<readonly LocalFile[]> {
  return Promise.all(
    names.map(async (name) => {
      if (statSync(name, { throwIfNoEntry: false })?.isFile() !== true)
        throw new UsageError(`There is no file ${name}.`);
      const format = formatOfName(name);
      if (format === undefined)
        throw new UsageError(
          `${name} has no known ending; expected .jsonl, .csv, .tsv (each may be packed: .gz) or .parquet.`,
        );
      const file = { path: await realpath(name), name, format };
      if (format !== 'csv' && format !== 'tsv') return file;
      return { ...file, encoding: encoding ?? (await encodingOf(name)) };
    }),
  );
}

async function encodingOf(name: string): Promise<Encoding> {
  const { encoding } = await detectEncoding(fileOnDisk(name).open().stream);
  if (encoding !== 'utf-8')
    process.stderr.write(`${name} is read as ${encodingNames[encoding]} (found by its bytes).\n`);
  return encoding;
}
