/** New objects of a bucket, under kill -9: on a server of S3 (`npm run test:s3`). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../src/platform/testing/temporary-folder.ts';
import { keepLedger, ledgerRow } from './connector-ledger.ts';

const server = process.env.COUNTERPART_TEST_S3;
const bucket = `views-${randomUUID()}`;
const { path: folder, remove } = temporaryFolder();

beforeAll(() => {
  if (server !== undefined) process.env.AWS_ENDPOINT_URL = server;
});
afterAll(() => {
  delete process.env.AWS_ENDPOINT_URL;
  remove();
});

test.skipIf(server === undefined)(
  'each row is stored once, or refused once',
  { timeout: 300_000 },
  async () => {
    expect((await fetch(`${server}/${bucket}`, { method: 'PUT' })).ok).toBe(true);
    await keepLedger({
      folder,
      rows: 1000,
      source: { s3: { url: `s3://${bucket}/in/`, every_seconds: 0.2 } },
      async feed(from, to) {
        const lines = Array.from({ length: to - from }, (_, n) => `${JSON.stringify(ledgerRow(from + n))}\n`);
        const url = `${server}/${bucket}/in/${String(from).padStart(5, '0')}.ndjson`;
        expect((await fetch(url, { method: 'PUT', body: lines.join('') })).ok).toBe(true);
      },
    });
  },
);
