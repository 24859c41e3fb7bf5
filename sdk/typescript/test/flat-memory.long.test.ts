/** An upload holds the rows in flight and nothing of those that are done. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from './support/answering-server.ts';
import type { UploadPoint } from './support/upload-process.ts';

const ROWS = 200_000;
/** 200,000 rows would take more than 60 MiB as objects. Node itself and the modules take about 8 MiB. */
const MAX_HEAP_MIB = 24;
const uploading = fileURLToPath(new URL('support/upload-process.ts', import.meta.url));

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
});
afterAll(() => server.close());

test('the live heap of 200,000 rows stays below a fixed number', { timeout: 300_000 }, async () => {
  const args = ['--expose-gc', '--disable-warning=ExperimentalWarning', uploading, server.url, String(ROWS)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const points = stdout
    .trim()
    .split('\n')
    .map((line): UploadPoint => JSON.parse(line));
  expect(server.answered()).toBe(ROWS);
  expect(points).toHaveLength(10);
  expect(points.at(-1)!.rows).toBe(ROWS);
  expect(points.map(({ heapMiB }) => Math.round(heapMiB)).filter((heap) => heap > MAX_HEAP_MIB)).toEqual([]);
  console.log(points.map(({ rows, heapMiB }) => `${rows} rows: ${heapMiB.toFixed(1)} MiB`).join('\n'));
});
