/** Writes one Parquet file to the artifact store, a row group at a time. */
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { ArtifactStore, StoredArtifact } from '../../../platform/artifacts/artifact-store.ts';
import { zstdCompressor } from './snapshot-schema.ts';

export interface ParquetFile {
  /** All columns of a row group, of equal length. */
  writeGroup(columns: readonly ColumnSource[]): Promise<void>;
  finish(): Promise<StoredArtifact>;
  /** Removes what was written. */
  abort(): Promise<void>;
}

export async function createParquetFile(
  artifacts: ArtifactStore,
  key: string,
  schema: SchemaElement[],
): Promise<ParquetFile> {
  const artifact = await artifacts.create(key);
  const bytes = new ByteWriter(1024 * 1024);
  const drain = async () => {
    await artifact.write(bytes.getBytes());
    bytes.index = 0;
  };
  const parquet = new ParquetWriter({
    writer: bytes,
    schema,
    codec: 'ZSTD',
    compressors: zstdCompressor,
    statistics: false,
    createdBy: 'counterpart',
  });
  return {
    writeGroup: async (columns) => {
      const rows = columns[0]!.data.length;
      await parquet.write({ columnData: [...columns], rowGroupSize: rows });
      await drain();
    },
    finish: async () => {
      await parquet.finish();
      await drain();
      return artifact.commit();
    },
    abort: () => artifact.abort(),
  };
}
