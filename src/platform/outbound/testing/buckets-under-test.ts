/**
 * The buckets that tests loop over: one of this process and, with `npm run test:s3`, one of a server of S3
 * that is not ours. `COUNTERPART_TEST_S3=http://127.0.0.1:9000`: a bucket «files» there, with the keys of
 * AWS_….
 */
import { randomUUID } from 'node:crypto';
import { openS3Bucket, type S3Bucket } from '../s3/s3-bucket.ts';
import { startLoopbackS3 } from './loopback-s3.ts';

export interface BucketUnderTest {
  readonly bucket: S3Bucket;
  /** Free for the test. */
  readonly prefix: string;
  dispose(): Promise<void>;
}

export const bucketsUnderTest: readonly {
  readonly name: string;
  readonly isReal: boolean;
  open(): Promise<BucketUnderTest>;
}[] = [
  { name: 'S3', isReal: false, open: openLoopback },
  ...(process.env.COUNTERPART_TEST_S3 === undefined
    ? []
    : [{ name: 'real S3', isReal: true, open: openReal }]),
];

async function openLoopback(): Promise<BucketUnderTest> {
  const { bucket, access, close } = await startLoopbackS3();
  return { bucket: openS3Bucket({ bucket, access }), prefix: 'some/place', dispose: close };
}

async function openReal(): Promise<BucketUnderTest> {
  const { COUNTERPART_TEST_S3, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION } = process.env;
  const access = {
    accessKeyId: AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: null,
    region: AWS_REGION ?? 'us-east-1',
    endpoint: COUNTERPART_TEST_S3 ?? '',
  };
  return {
    bucket: openS3Bucket({ bucket: 'files', access }),
    prefix: `test-${randomUUID()}`,
    dispose: async () => undefined,
  };
}
