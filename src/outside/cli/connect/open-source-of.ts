/** The source that the file of a connector names. */
import { resolve } from 'node:path';
import type { S3Bucket } from '../../../platform/outbound/s3/s3-bucket.ts';
import { type Connector, secretOf } from './connector-file.ts';
import { filesSource } from './files-source.ts';
import { folderPlace } from './folder-place.ts';
import type { Source } from './source.ts';

const SECOND_MS = 1000;

/** A client of databases or brokers is loaded by the source that uses it. */
export async function openSourceOf(
  { source, folder: base, name }: Connector,
  openBucket: (bucket: string) => S3Bucket,
): Promise<Source> {
  const { folder, s3, postgres, replication, kafka } = source;
  if (folder !== undefined) {
    const { path, files, format, every_seconds } = folder;
    return filesSource(folderPlace(resolve(base, path)), {
      files,
      format,
      everyMs: every_seconds * SECOND_MS,
    });
  }
  if (s3 !== undefined) {
    const { url, files, format, every_seconds } = s3;
    const [bucket = '', ...prefix] = url.slice('s3://'.length).split('/');
    const { s3Place } = await import('./s3-place.ts');
    return filesSource(s3Place(openBucket(bucket), prefix.join('/')), {
      files,
      format,
      everyMs: every_seconds * SECOND_MS,
    });
  }
  if (postgres !== undefined) {
    const { every_seconds, url, ...table } = postgres;
    const { postgresSource } = await import('./postgres-source.ts');
    return postgresSource({ ...table, url: secretOf(url), everyMs: every_seconds * SECOND_MS });
  }
  if (replication !== undefined) {
    const { every_seconds, url, ...tables } = replication;
    const { replicationSource } = await import('./replication-source.ts');
    return replicationSource({ ...tables, url: secretOf(url), everyMs: every_seconds * SECOND_MS });
  }
  const { every_seconds, sasl, ...topic } = kafka!;
  const { kafkaSource } = await import('./kafka-source.ts');
  return kafkaSource({
    ...{ ...topic, name, everyMs: every_seconds * SECOND_MS },
    sasl: sasl && { ...sasl, password: secretOf(sasl.password) },
  });
}
