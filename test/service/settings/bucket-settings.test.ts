import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect } from 'vitest';
import { bucketSettings } from '../../../src/platform/config/settings/bucket-settings.ts';
import { type LoopbackS3, startLoopbackS3 } from '../../../src/platform/outbound/testing/loopback-s3.ts';
import { type ComposedService, composed } from '../testing/composed-service.ts';
import { type OutsideWorld, startOutsideWorld } from '../testing/outside-world.ts';
import { demonstrate } from './demonstrate.ts';
import { importCircle } from './import-circle.ts';

let outside: OutsideWorld;
let files: LoopbackS3;
/** Imports from a bucket. */
let importing: ComposedService;
/** Keeps its files in a bucket. */
let bucketed: ComposedService;
let plain: ComposedService;

const secretKey = 'wJalr-of-the-test';

beforeAll(async () => {
  outside = await startOutsideWorld({ '/bucket/path/a.jsonl': '{"type":"item","item_id":"a","text":"A"}\n' });
  files = await startLoopbackS3();
  importing = await composed({
    '--import-sources': 's3://bucket/path/',
    '--aws-access-key-id': 'AKIA-of-the-test',
    '--aws-secret-access-key': secretKey,
    '--aws-session-token': 'session-of-the-test',
    '--aws-region': 'eu-north-1',
    '--aws-endpoint-url': outside.url,
  });
  bucketed = await composed({
    '--artifacts': `s3://${files.bucket}/of/the-test`,
    '--download-redirects': 'on',
    '--aws-endpoint-url': files.access.endpoint,
    '--aws-access-key-id': files.access.accessKeyId,
    '--aws-secret-access-key': files.access.secretAccessKey,
    '--aws-region': files.access.region,
  });
  plain = await composed();
});

afterAll(async () => {
  for (const service of [importing, bucketed, plain]) await service?.stop();
  for (const server of [outside, files]) await server?.close();
});

async function fromBucket() {
  const accepted = await importing.send(
    'datasets',
    { name: 'far', source_uri: 's3://bucket/path/a.jsonl', format: 'jsonl' },
    'import-from-bucket',
  );
  const job = await importing.ended(accepted.body.id);
  expect([job.status, job.error]).toEqual(['succeeded', null]);
  const call = outside.calls.find(({ path }) => path === '/bucket/path/a.jsonl');
  return call!.headers as Record<string, string>;
}

let bucketHeaders: ReturnType<typeof fromBucket> | undefined;
const bucketCall = () => {
  bucketHeaders ??= fromBucket();
  return bucketHeaders;
};

demonstrate(bucketSettings, {
  artifactBucket: async () => {
    const before = files.objects.size;
    await importCircle(bucketed);
    expect(files.objects.size).toBeGreaterThan(before);
    expect([...files.objects.keys()].every((key) => key.startsWith('of/the-test/'))).toBe(true);
    expect(existsSync(join(bucketed.folder, 'artifacts'))).toBe(false);
    await importCircle(plain);
    expect(existsSync(join(plain.folder, 'artifacts'))).toBe(true);
  },
  downloadRedirects: async () => {
    const download = async (service: ComposedService) => {
      const id = await importCircle(service);
      const { body } = await service.send(`datasets/${id}/exports`, { format: 'jsonl' }, 'export-of-circle');
      const job = await service.ended(body.id);
      return service.server.inject(new URL((job.result as { download_url: string }).download_url).pathname);
    };
    expect((await download(bucketed)).statusCode).toBe(307);
    expect((await download(plain)).statusCode).toBe(200);
  },
  awsAccessKeyId: async () => {
    expect((await bucketCall()).authorization).toContain('Credential=AKIA-of-the-test/');
  },
  awsSecretAccessKey: async () => {
    const headers = await bucketCall();
    const client = new AwsClient({
      accessKeyId: 'AKIA-of-the-test',
      secretAccessKey: secretKey,
      sessionToken: 'session-of-the-test',
      region: 'eu-north-1',
      service: 's3',
    });
    const signed = await client.sign(`${outside.url}/bucket/path/a.jsonl`, {
      method: 'GET',
      aws: { datetime: headers['x-amz-date']! },
    });
    expect(headers.authorization).toBe(signed.headers.get('authorization'));
  },
  awsSessionToken: async () => {
    expect((await bucketCall())['x-amz-security-token']).toBe('session-of-the-test');
  },
  awsRegion: async () => expect((await bucketCall()).authorization).toContain('/eu-north-1/s3/'),
  awsEndpoint: async () => expect((await bucketCall()).host).toBe(new URL(outside.url).host),
});
