/** Settings of buckets: where large files lie, and the credentials for S3, which imports use too. */
import { z } from 'zod';
import { bucketAddress, type Setting, webAddress } from '../setting.ts';

export const bucketSettings = {
  artifactBucket: {
    variable: 'COUNTERPART_ARTIFACTS',
    flag: '--artifacts',
    form: 'address',
    meaning:
      'Bucket of S3 in which snapshots, exports, models and copies of indexes lie, instead of below --data.',
    example: 's3://my-bucket/counterpart',
    schema: bucketAddress.nullable().default(null),
  },
  downloadRedirects: {
    variable: 'COUNTERPART_DOWNLOAD_REDIRECTS',
    flag: '--download-redirects',
    form: 'word',
    meaning:
      'Whether downloads of files in a bucket are answered with a redirect to it: on, off. Clients then have to reach the bucket, and to follow redirects.',
    example: 'on',
    schema: z.enum(['on', 'off'], { error: 'one of on, off' }).default('off'),
  },
  awsAccessKeyId: {
    variable: 'AWS_ACCESS_KEY_ID',
    flag: '--aws-access-key-id',
    form: 'text',
    meaning: 'Credentials for COUNTERPART_ARTIFACTS and for imports from `s3:` places.',
    example: 'AKIA…',
    schema: z.string().nullable().default(null),
    secret: true,
  },
  awsSecretAccessKey: {
    variable: 'AWS_SECRET_ACCESS_KEY',
    flag: '--aws-secret-access-key',
    form: 'text',
    meaning: 'As AWS_ACCESS_KEY_ID.',
    example: 'wJalr…',
    schema: z.string().nullable().default(null),
    secret: true,
  },
  awsSessionToken: {
    variable: 'AWS_SESSION_TOKEN',
    flag: '--aws-session-token',
    form: 'text',
    meaning: 'As AWS_ACCESS_KEY_ID, for credentials that expire.',
    example: 'IQoJb…',
    schema: z.string().nullable().default(null),
    secret: true,
  },
  awsRegion: {
    variable: 'AWS_REGION',
    flag: '--aws-region',
    form: 'name',
    meaning: 'Region of the buckets.',
    example: 'eu-central-1',
    schema: z.string().default('us-east-1'),
  },
  awsEndpoint: {
    variable: 'AWS_ENDPOINT_URL',
    flag: '--aws-endpoint-url',
    form: 'address',
    meaning: 'A service with the interface of S3 instead of Amazon (MinIO, R2).',
    example: 'http://127.0.0.1:9000',
    schema: webAddress.nullable().default(null),
  },
} as const satisfies Readonly<Record<string, Setting>>;
