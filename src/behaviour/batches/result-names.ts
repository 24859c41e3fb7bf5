/** Whether the file of a batch names one of some people. It is read a chunk or a row group at a time. */
import { parquetMetadataAsync, parquetScan } from 'hyparquet';
import { type MadeFile, madeFileTypes } from '../../contract/job.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import { textOf, zstdDecompressor } from '../datasets/snapshot/snapshot-schema.ts';
import { readStagedLines } from './staged-lines.ts';

/** `columns`: those of the Parquet form that have ids of people. */
export async function resultNames(
  artifacts: ArtifactStore,
  { key, content_type }: Pick<MadeFile['file'], 'key' | 'content_type'>,
  columns: readonly string[],
  people: readonly string[],
): Promise<boolean> {
  if (content_type === madeFileTypes.parquet) return columnsName(artifacts, key, columns, new Set(people));
  const names = people.map((person) => JSON.stringify(person));
  for await (const line of readStagedLines(artifacts, key))
    if (names.some((name) => line.includes(name))) return true;
  return false;
}

async function columnsName(
  artifacts: ArtifactStore,
  key: string,
  columns: readonly string[],
  people: ReadonlySet<string>,
): Promise<boolean> {
  const opened = await artifacts.open(key);
  try {
    const file = {
      byteLength: opened.bytes,
      slice: (start: number, end = opened.bytes) => opened.slice(start, end),
    };
    const metadata = await parquetMetadataAsync(file);
    const scan = await parquetScan({
      ...{ file, metadata, columns: [...columns], compressors: zstdDecompressor, useOffsetIndex: false },
      parsers: { stringFromBytes: textOf },
    });
    let rowStart = 0;
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows);
      for (const column of columns) {
        const values = (await scan.readColumn({ column, rowStart, rowEnd })) as ArrayLike<string | null>;
        if (Array.from(values).some((value) => value !== null && people.has(value))) return true;
      }
      rowStart = rowEnd;
    }
    return false;
  } finally {
    await opened.close();
  }
}
