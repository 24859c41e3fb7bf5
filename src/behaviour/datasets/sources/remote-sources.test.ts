import { createHash, createHmac } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, expect, test } from 'vitest';
import { type DatasetWorld, openDatasetWorld } from '../testing/dataset-world.ts';

const item = '{"type":"item","item_id":"a","text":"A"}\n';
let server: Server;
let world: DatasetWorld;

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.dispose();
});

const files: Readonly<Record<string, string | Buffer>> = {
  '/ok/a.jsonl': item,
  '/ok/a.jsonl.gz': gzipSync(item),
  '/ok/a.parquet': Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'type', data: ['item'], type: 'STRING' },
        { name: 'item_id', data: ['a'], type: 'STRING' },
        { name: 'text', data: ['A'], type: 'STRING' },
      ],
    }),
  ),
};
const redirects: Readonly<Record<string, string>> = {
  '/ok/moved.jsonl': '/ok/a.jsonl',
  '/ok/away.jsonl': '/elsewhere/a.jsonl',
  '/ok/inside.jsonl': 'http://169.254.169.254/latest',
  '/ok/round.jsonl': '/ok/round.jsonl',
};

const answer: RequestListener = ({ url = '' }, response) => {
  if (redirects[url] !== undefined) response.writeHead(302, { location: redirects[url] }).end();
  else if (url === '/ok/cut.jsonl') {
    response.writeHead(200, { 'content-length': 1000 });
    response.write(item, () => response.destroy());
  } else if (files[url] !== undefined) response.end(files[url]);
  else response.writeHead(404).end();
};

test.each<[string, string, string]>([
  ['/ok/a.jsonl', 'jsonl', 'succeeded'],
  ['/ok/a.jsonl.gz', 'jsonl', 'succeeded'],
  ['/ok/a.parquet', 'parquet', 'succeeded'],
  ['/ok/moved.jsonl', 'jsonl', 'succeeded'],
  ['/ok/away.jsonl', 'jsonl', 'invalid_request'],
  ['/ok/inside.jsonl', 'jsonl', 'invalid_request'],
  ['/ok/round.jsonl', 'jsonl', 'dependency_unavailable'],
  ['/ok/none.jsonl', 'jsonl', 'dependency_unavailable'],
  ['/ok/cut.jsonl', 'jsonl', 'dependency_unavailable'],
  ['/ok/a.jsonl', 'parquet', 'invalid_request'],
])('%s as %s: %s', async (path, format, outcome) => {
  const base = await serve(answer);
  world = await openDatasetWorld({ prefixes: `${base}/ok/` });
  const job = await world.import({ name: 'far', source_uri: `${base}${path}`, format });
  expect(job.error?.code ?? job.status).toBe(outcome);
});

const access = {
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'secret',
  sessionToken: null,
  region: 'eu-central-1',
};

test('a bucket is read with a valid signature', async () => {
  let seen = '';
  const base = await serve((request, response) => {
    seen = request.url ?? '';
    const isSigned = request.headers.authorization === signature(request.headers, 'GET', seen, access);
    response.writeHead(isSigned ? 200 : 403).end(isSigned ? item : '');
  });
  world = await openDatasetWorld({
    prefixes: 's3://bucket/some/',
    bucketAccess: { ...access, endpoint: base },
  });
  const job = await world.import({ name: 's3', source_uri: 's3://bucket/some/ä b+c.jsonl', format: 'jsonl' });
  expect({ status: job.status, seen }).toEqual({
    status: 'succeeded',
    seen: '/bucket/some/%C3%A4%20b%2Bc.jsonl',
  });
});

test('the error of an unreachable bucket shows the address of the caller', async () => {
  const base = await serve((_, response) => response.socket!.destroy());
  world = await openDatasetWorld({
    prefixes: 's3://bucket/some/',
    bucketAccess: { ...access, endpoint: base },
  });
  const job = await world.import({ name: 's3', source_uri: 's3://bucket/some/a.jsonl', format: 'jsonl' });
  expect(job.error?.message).toBe(
    's3://bucket/some/a.jsonl could not be read: it broke the connection off. Check the address and import again.',
  );
});

test('without credentials no request is sent to a bucket', async () => {
  await serve(answer);
  world = await openDatasetWorld({ prefixes: 's3://bucket/some/' });
  const job = await world.import({ name: 's3', source_uri: 's3://bucket/some/a.jsonl', format: 'jsonl' });
  expect(job.error).toMatchObject({
    code: 'dependency_unavailable',
    message: expect.stringMatching(/AWS_ACCESS_KEY_ID/),
  });
});

/** AWS Signature Version 4, computed again from the received request. */
function signature(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  method: string,
  path: string,
  { accessKeyId, secretAccessKey, region }: typeof access,
): string {
  const names = /SignedHeaders=([^,]+)/.exec(String(headers.authorization))![1]!;
  const time = String(headers['x-amz-date']);
  const canonical = [
    method,
    path,
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${secretAccessKey}`, time.slice(0, 8)), region),
  );
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, toSign).toString('hex')}`;
}
