/** Writes Parquet a row group at a time, to a sink or as an artifact. */
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { ArtifactStore, StoredArtifact } from '../../../platform/artifacts/artifact-store.ts';
import { zstdCompressor } from './snapshot-schema.ts';

interface ParquetGroups {
  /** All columns of a row group, of equal length. */
  writeGroup(columns: readonly ColumnSource[]): Promise<void>;
}

export interface ParquetFile extends ParquetGroups {
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
  const parquet = parquetTo(artifact, schema);
  return {
    writeGroup: parquet.writeGroup,
    finish: async () => {
      await parquet.finish();
      return artifact.commit();
    },
    abort: () => artifact.abort(),
  };
}

/** `metadata`: key and value pairs of the file. The sink stays open. */
export function parquetTo(
  sink: { write(chunk: Uint8Array): Promise<void> },
  schema: SchemaElement[],
  metadata: Readonly<Record<string, string>> = {},
): ParquetGroups & { finish(): Promise<void> } {
  const bytes = new ByteWriter(1024 * 1024);
  const drain = async () => {
    await sink.write(bytes.getBytes());
    bytes.index = 0;
  };
  const pairs = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  const parquet = new ParquetWriter({
    writer: bytes,
    schema,
    codec: 'ZSTD',
    compressors: zstdCompressor,
    statistics: false,
    createdBy: 'counterpart',
    ...(pairs.length > 0 && { kvMetadata: pairs }),
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
    },
  };
}
