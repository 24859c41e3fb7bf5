import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fault, type LoopbackS3, refuse, startLoopbackS3 } from '../testing/loopback-s3.ts';
import { openS3Bucket, type S3Bucket } from './s3-bucket.ts';

const KEY = 'some/file';
const content = Buffer.alloc(300_000, 'content of the file\n');
let files: LoopbackS3;
let bucket: S3Bucket;

const open = (changes: object = {}) =>
  openS3Bucket({ bucket: files.bucket, access: files.access, retries: 3, firstWaitMs: 1, ...changes });

beforeEach(async () => {
  files = await startLoopbackS3();
  bucket = open();
  await bucket.send({ method: 'PUT', key: KEY, body: Uint8Array.from(content) });
});
afterEach(() => files.close());

async function read(from: S3Bucket = bucket): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of from.readBytes(KEY)) parts.push(part);
  return Buffer.concat(parts);
}

const answers =
  (status: number, code: string): Fault =>
  (asked) =>
    refuse(asked, status, code);
const breaks: Fault = ({ request }) => request.socket.destroy();
/** The head and a part of the body, and then nothing more. */
const breaksInTheMiddle: Fault = ({ response }) => {
  response.writeHead(200, { 'content-length': content.length });
  response.write(content.subarray(0, 100_000), () => response.destroy());
};

test.each([
  ['500', answers(500, 'InternalError')],
  ['503', answers(503, 'SlowDown')],
  ['429', answers(429, 'TooManyRequests')],
  ['a broken connection', breaks],
])('a request is repeated after %s', async (_, fault) => {
  files.faults.push(fault, fault);
  expect((await read()).equals(content)).toBe(true);
  expect(files.requests.filter((request) => request.startsWith('GET')).length).toBe(3);
});

test('a download goes on from the byte where it broke', async () => {
  files.faults.push(breaksInTheMiddle);
  expect((await read()).equals(content)).toBe(true);
});

test('after the last try callers are asked to come again, without a word of the credentials', async () => {
  files.faults.push(...Array.from({ length: 9 }, () => answers(503, 'SlowDown')));
  const reading = read();
  await expect(reading).rejects.toMatchObject({ code: 'dependency_unavailable', status: 503 });
  await expect(reading).rejects.not.toThrow(files.access.secretAccessKey);
});

test('a bucket that says nothing is given up', async () => {
  files.faults.push(...Array.from({ length: 9 }, (): Fault => () => undefined));
  await expect(read(open({ silenceMs: 50, retries: 1 }))).rejects.toMatchObject({
    code: 'dependency_unavailable',
  });
});

test.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }, 'check AWS_ACCESS_KEY_ID'],
  ['another region', { region: 'elsewhere' }, '403'],
])('%s is refused at once, with advice', async (_, changes, advice) => {
  const wrong = open({ access: { ...files.access, ...changes } });
  await expect(read(wrong)).rejects.toThrow(advice);
  expect(files.requests.filter((request) => request.startsWith('GET')).length).toBe(1);
});

test('a bucket that does not exist is named', async () => {
  await expect(read(open({ bucket: 'nowhere' }))).rejects.toThrow('s3://nowhere/some/file');
});

test('a signed address opens without credentials, and not when it was changed', async () => {
  const address = await bucket.presign(KEY, { 'response-content-type': 'text/plain' }, 60);
  const answer = await fetch(address);
  expect([answer.status, (await answer.bytes()).length]).toEqual([200, content.length]);
  expect((await fetch(address.replace('some', 'other'))).status).toBe(403);
  expect(address).not.toContain(files.access.secretAccessKey);
});
