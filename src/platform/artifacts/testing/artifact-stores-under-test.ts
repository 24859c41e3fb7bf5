/** The artifact stores that the contract tests run over, each in a temporary folder or bucket of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BucketUnderTest, bucketsUnderTest } from '../../outbound/testing/buckets-under-test.ts';
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
  ...bucketsUnderTest.map(({ name, isReal, open }) => ({
    name,
    datesUploads: !isReal,
    open: async () => inBucket(await open()),
  })),
];

async function openFiles(): Promise<ArtifactStoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-artifacts-'));
  return {
    artifacts: openFileArtifactStore(folder),
    dispose: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The smallest parts that S3 takes. */
const PART_BYTES = 5 << 20;

function inBucket({ bucket, prefix, dispose }: BucketUnderTest): ArtifactStoreUnderTest {
  return { artifacts: openS3ArtifactStore({ bucket, prefix, partBytes: PART_BYTES }), dispose };
}
