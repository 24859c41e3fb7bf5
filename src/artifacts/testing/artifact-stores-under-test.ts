/** The artifact stores that the contract tests run over, each in a temporary folder or bucket of its own. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openS3Bucket } from '../../outbound/s3/s3-bucket.ts';
import { startLoopbackS3 } from '../../outbound/testing/loopback-s3.ts';
import type { ArtifactStore } from '../artifact-store.ts';
import { openFileArtifactStore } from '../files/file-artifact-store.ts';
import { openS3ArtifactStore } from '../s3/s3-artifact-store.ts';

export interface ArtifactStoreUnderTest {
  readonly artifacts: ArtifactStore;
  dispose(): Promise<void>;
}

export const artifactStoresUnderTest: readonly {
  readonly name: string;
  /** moto dates every unfinished upload to 2010. */
  readonly datesUploads: boolean;
  open(): Promise<ArtifactStoreUnderTest>;
}[] = [
  { name: 'file', datesUploads: true, open: openFiles },
  { name: 'S3', datesUploads: true, open: openLoopbackS3 },
  ...(process.env.COUNTERPART_TEST_S3 === undefined
    ? []
    : [{ name: 'real S3', datesUploads: false, open: openRealS3 }]),
];

async function openFiles(): Promise<ArtifactStoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-artifacts-'));
  return {
    artifacts: openFileArtifactStore(folder),
    dispose: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openLoopbackS3(): Promise<ArtifactStoreUnderTest> {
  const { bucket, access, close } = await startLoopbackS3();
  return {
    artifacts: openS3ArtifactStore({ bucket: openS3Bucket({ bucket, access }), prefix: 'some/place' }),
    dispose: close,
  };
}

/** `COUNTERPART_TEST_S3=http://127.0.0.1:9000`: an empty bucket «files» there, with the keys of AWS_…. */
async function openRealS3(): Promise<ArtifactStoreUnderTest> {
  const { COUNTERPART_TEST_S3, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION } = process.env;
  const access = {
    accessKeyId: AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: null,
    region: AWS_REGION ?? 'us-east-1',
    endpoint: COUNTERPART_TEST_S3 ?? '',
  };
  const bucket = openS3Bucket({ bucket: 'files', access });
  return {
    artifacts: openS3ArtifactStore({ bucket, prefix: `test-${randomUUID()}` }),
    dispose: async () => undefined,
  };
}
