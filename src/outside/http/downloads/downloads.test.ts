/** Downloads over a real port: links, ranges, digests, and streams that end when their client goes. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import type { MadeFile } from '../../../contract/job.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { NewJob } from '../../../platform/storage/job.ts';
import { sampleJob } from '../../../platform/storage/testing/sample-jobs.ts';
import { temporaryFolder } from '../../../platform/testing/temporary-folder.ts';
import { createSealer, type Sealer } from '../seal.ts';
import { type BehaviourRooms, behaviourServer, openRooms } from '../testing/datasets-server.ts';
import { type FakeServer, keys } from '../testing/http-fakes.ts';

const HOUR_MS = 3_600_000;
const ALPHA = tenantId('ten_a');
const folder = temporaryFolder();
const content = randomBytes(3_000_000);
const sha256 = createHash('sha256').update(content).digest('hex');
const digest = createHash('sha256').update(content).digest('base64');
let nowMs = 1_700_000_000_000;
let rooms: BehaviourRooms;
let server: FakeServer;
let port: number;
let url: string;
let token: string;
/** Reads of files that were begun and not ended. */
let open = 0;

beforeAll(async () => {
  rooms = await openRooms(folder.path);
  server = await behaviourServer(rooms, () => nowMs);
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const writer = await rooms.artifacts.create('ten_a/exports/ds_1/shop.jsonl');
  await writer.write(content);
  const made = await writer.commit();
  url = await downloadUrl('job_1', { ...made, filename: 'Größe “v1”.jsonl' });
  token = url.split('/').at(-1)!;
});
beforeEach(() => {
  nowMs = 1_700_000_000_000;
});
afterAll(async () => {
  await server.app.close();
  await rooms.close();
  folder.remove();
});

/** The link of a job that made the file, as GET of the job shows it. */
async function downloadUrl(
  jobId: string,
  { key, bytes, sha256: hash, filename }: { key: string; bytes: number; sha256: string; filename: string },
  overrides: Partial<NewJob> = {},
  contentType: MadeFile['file']['content_type'] = 'application/jsonl',
): Promise<string> {
  const file: MadeFile['file'] = {
    key,
    filename,
    content_type: contentType,
    bytes,
    sha256: hash,
    expires_at_ms: nowMs + HOUR_MS,
  };
  const { jobs } = rooms.store;
  await jobs.create(sampleJob(jobId, { tenantId: ALPHA, kind: 'dataset_export', ...overrides }));
  await jobs.take('w', { limits: { dataset_export: 9 }, limit: 9, nowMs, leaseMs: 1000 });
  await jobs.finish('w', [{ jobId, end: { status: 'succeeded', result: { file } }, changes: [], nowMs }]);
  return (await job(jobId)).result.download_url;
}

async function job(jobId: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/jobs/${jobId}`, {
    headers: { authorization: `Bearer ${keys.all}`, ...headers },
  });
  return (await answer.json()) as { result: { download_url: string } };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

async function get(
  headers: Record<string, string> = {},
  path = `/v1/downloads/${token}`,
  method = 'GET',
): Promise<Answer> {
  const outgoing = httpRequest({ port, path, method, headers });
  outgoing.end();
  const [incoming] = await once(outgoing, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { status: incoming.statusCode, headers: incoming.headers, bytes: Buffer.concat(chunks) };
}

const codeOf = ({ bytes }: Answer) => JSON.parse(bytes.toString()).error.code;

describe('the link', () => {
  test('is in the job, with the expiry, size and hash of the file, the same in every request', async () => {
    const shown = await job('job_1');
    expect(shown.result).toEqual({
      download_url: url,
      expires_at: new Date(nowMs + HOUR_MS).toISOString(),
      bytes: content.length,
      sha256,
    });
    nowMs += HOUR_MS + 1;
    expect((await job('job_1')).result).toEqual(shown.result);
    const list = await fetch(`http://127.0.0.1:${port}/v1/jobs`, {
      headers: { authorization: `Bearer ${keys.all}` },
    });
    const { data } = (await list.json()) as { data: { id: string; result: unknown }[] };
    expect(data.find(({ id }) => id === 'job_1')?.result).toEqual(shown.result);
  });

  test('is shown to keys with the scope export, the rest of the result to every key', async () => {
    const { download_url, ...rest } = (await job('job_1')).result;
    const resultsOf = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const list = await fetch(`http://127.0.0.1:${port}/v1/jobs`, { headers });
      const { data } = (await list.json()) as { data: { id: string; result: unknown }[] };
      return [(await job('job_1', headers)).result, data.find(({ id }) => id === 'job_1')?.result];
    };
    const hidden = { download_url: null, ...rest };
    const shown = { download_url, ...rest };
    expect(await resultsOf(keys.reader)).toEqual([hidden, hidden]);
    for (const key of [keys.exporter, keys.data, keys.all])
      expect(await resultsOf(key)).toEqual([shown, shown]);
  });

  test('has the address by which the caller reached the service, or PUBLIC_URL', async () => {
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/v1/downloads/[A-Za-z0-9_-]+$`));
    const seen = async (host: string) => {
      const answer = await server.app.inject({
        url: '/v1/jobs/job_1',
        headers: { authorization: `Bearer ${keys.all}`, host },
      });
      return answer.statusCode === 200
        ? answer.json().result.download_url.replace(token, '…')
        : answer.json().error.code;
    };
    expect(await seen('match.example.com')).toBe('http://match.example.com/v1/downloads/…');
    expect(await seen('[::1]:8080')).toBe('http://[::1]:8080/v1/downloads/…');
    for (const host of ['a/b', 'a b', '<script>', 'a?b', 'user@host']) {
      expect(await seen(host)).toBe('invalid_request');
    }
    const behindProxy = await behaviourServer(rooms, () => nowMs, {
      publicUrl: 'https://match.example.com/api',
    });
    const answer = await behindProxy.app.inject({
      url: '/v1/jobs/job_1',
      headers: { authorization: `Bearer ${keys.all}`, host: 'evil.example.com', 'x-forwarded-host': 'evil' },
    });
    expect(answer.json().result.download_url).toBe(`https://match.example.com/api/v1/downloads/${token}`);
    await behindProxy.app.close();
  });

  test('opens for an hour, in any process, and never when one character is changed', async () => {
    const otherRooms = await openRooms(folder.path);
    const another = await behaviourServer(otherRooms, () => nowMs);
    const opened = await another.app.inject({ url: `/v1/downloads/${token}` });
    expect([opened.statusCode, opened.rawPayload.length]).toEqual([200, content.length]);
    await another.app.close();
    await otherRooms.close();
    nowMs += HOUR_MS - 1;
    expect((await get()).status).toBe(200);
    nowMs += 1;
    const late = await get();
    expect([late.status, codeOf(late)]).toEqual([403, 'access_denied']);
    nowMs -= HOUR_MS;
    const changed = [0, 20, 43, 60, token.length - 1].map(
      (at) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1),
    );
    const others = ['x', '%00', '%ff', `${token}=`, `${token}%20`, token.slice(0, -1), 'a'.repeat(9000)];
    for (const bad of [...changed, ...others]) {
      const answer = await get({}, `/v1/downloads/${bad}`);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'access_denied']);
    }
  });

  test('is no valid cursor, and a cursor is no valid link', async () => {
    const sealers = await Promise.all(
      ['cursors', 'downloads'].map(async (name) => createSealer(await rooms.store.secrets.secret(name))),
    );
    const [cursors, downloads] = sealers as [Sealer, Sealer];
    const claims = downloads.open(['download'], token)!;
    expect(JSON.parse(claims)[0]).toBe('ten_a/exports/ds_1/shop.jsonl');
    for (const forged of [
      cursors.seal(['download'], claims),
      downloads.seal(['ten_a', 'listJobs', '{}'], claims),
    ]) {
      expect((await get({}, `/v1/downloads/${forged}`)).status).toBe(403);
    }
  });

  test('of a removed or replaced file is refused', async () => {
    const file = { key: 'ten_a/exports/ds_1/gone.jsonl', bytes: 5, sha256, filename: 'gone.jsonl' };
    const gone = new URL(await downloadUrl('job_2', file)).pathname;
    expect(codeOf(await get({}, gone))).toBe('access_denied');
    const writer = await rooms.artifacts.create(file.key);
    await writer.write(Buffer.from('other bytes'));
    await writer.commit();
    expect((await get({}, gone)).status).toBe(403);
  });
});

describe('the file', () => {
  test('comes whole, with its hash, size and name, and without a key', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/jsonl',
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
      digest: `sha-256=${digest}`,
      'repr-digest': `sha-256=:${digest}:`,
      'content-disposition': `attachment; filename="Größe ?v1?.jsonl"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%80%9Cv1%E2%80%9D.jsonl`,
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/),
    });
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-1999999', 10, 1_999_999],
    ['bytes=2999999-', 2_999_999, 2_999_999],
    ['bytes=-5', 2_999_995, 2_999_999],
    ['bytes=-9999999', 0, 2_999_999],
    ['bytes=5-9999999', 5, 2_999_999],
    ['bytes=0-9,5-20,21-30', 0, 30],
  ])('in part: %s', async (range, start, end) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${content.length}`);
    expect(answer.headers['content-length']).toBe(String(end - start + 1));
    expect(answer.headers['repr-digest']).toBe(`sha-256=:${digest}:`);
    expect(answer.bytes.equals(content.subarray(start, end + 1))).toBe(true);
  });

  test('in several parts, each with its place', async () => {
    const answer = await get({ range: 'bytes=5-9,100-199,-3' });
    expect(answer.status).toBe(206);
    const boundary = /^multipart\/byteranges; boundary=(\S+)$/.exec(answer.headers['content-type']!)![1]!;
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    expect(answer.headers['content-range']).toBeUndefined();
    const [before, ...parts] = answer.bytes.toString('latin1').split(`\r\n--${boundary}`);
    expect([before, parts.pop()]).toEqual(['', '--\r\n']);
    const read = parts.map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      return { range: /Content-Range: (.+)/.exec(head)?.[1]?.trim(), body: body.join('\r\n\r\n') };
    });
    expect(read).toEqual(
      [
        [5, 9],
        [100, 199],
        [2_999_997, 2_999_999],
      ].map(([start, end]) => ({
        range: `bytes ${start}-${end}/${content.length}`,
        body: content.subarray(start, end! + 1).toString('latin1'),
      })),
    );
  });

  test('a range outside is 416 with the size', async () => {
    const answer = await get({ range: `bytes=${content.length}-` });
    expect([answer.status, codeOf(answer)]).toEqual([416, 'range_not_satisfiable']);
    expect(answer.headers['content-range']).toBe(`bytes */${content.length}`);
    expect(answer.headers.etag).toBeUndefined();
  });

  test('resumes only for the same file; a client with the current file gets 304', async () => {
    const etag = `"${sha256}"`;
    expect((await get({ range: 'bytes=5-', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=5-', 'if-range': '"other"' })).status).toBe(200);
    const known = await get({ 'if-none-match': etag });
    expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, etag]);
  });

  test('HEAD gives the headers and reads no byte of the file', async () => {
    const reading = countReads();
    for (const headers of [{}, { range: 'bytes=0-5' }, { range: 'bytes=9999999-' }]) {
      const answer = await get(headers, undefined, 'HEAD');
      expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
      expect(answer.headers['content-length']).toBe(String(content.length));
    }
    expect(reading.bytes()).toBe(0);
    reading.stop();
  });
});

/** Counts the bytes read of files from now on, and the open reads. */
function countReads() {
  let bytes = 0;
  const { artifacts } = rooms as {
    artifacts: { -readonly [Name in keyof ArtifactStore]: ArtifactStore[Name] };
  };
  const { read } = artifacts;
  artifacts.read = async function* (...args) {
    open++;
    try {
      for await (const chunk of read(...args)) {
        bytes += chunk.length;
        yield chunk;
      }
    } finally {
      open--;
    }
  };
  return {
    bytes: () => bytes,
    stop: () => {
      artifacts.read = read;
    },
  };
}

describe('a slow client', () => {
  test('holds back the reading; after its disconnect the file is closed', async () => {
    // Far more than the buffers of both ends of a connection hold, which the kernel widens to tens of
    // megabytes.
    const size = 256 * 2 ** 20;
    const writer = await rooms.artifacts.create('ten_a/exports/ds_1/large.jsonl');
    for (let at = 0; at < size; at += 2 ** 20) await writer.write(new Uint8Array(2 ** 20));
    const large = await downloadUrl('job_3', { ...(await writer.commit()), filename: 'large.jsonl' });
    const reading = countReads();
    const outgoing = httpRequest({ port, path: new URL(large).pathname });
    onTestFinished(() => {
      outgoing.destroy();
    });
    outgoing.on('error', () => {});
    outgoing.end();
    const [incoming] = await once(outgoing, 'response');
    incoming.on('error', () => {});
    await once(incoming, 'readable');
    let before = -1;
    // The client reads no further, so the server stops too: it has read only what buffers hold.
    await expect
      .poll(() => {
        const settled = reading.bytes() === before;
        before = reading.bytes();
        return settled;
      })
      .toBe(true);
    expect(reading.bytes()).toBeLessThan(size / 2);
    expect(open).toBe(1);
    outgoing.destroy();
    await expect.poll(() => open).toBe(0);
    expect(reading.bytes()).toBeLessThan(size / 2);
    reading.stop();
  });
});

test('no log line has a token in it; the line of a download names the workspace', () => {
  const lines = server.logged.map((line) => JSON.stringify(line));
  expect(lines.filter((line) => line.includes('/v1/downloads/:token')).length).toBeGreaterThan(10);
  expect(lines.filter((line) => line.includes(token) || line.includes(token.slice(43, 80)))).toEqual([]);
  expect(
    server.logged.find(({ route, status }) => route === '/v1/downloads/:token' && status === 200),
  ).toMatchObject({ tenant: 'ten_a', method: 'GET' });
});

describe('the OpenAPI document', () => {
  /** Headers of every HTTP answer, or of its transfer. */
  const general = /^(date|connection|keep-alive|content-type|content-length|transfer-encoding)$/;

  test('describes the types and headers of every answer', async () => {
    const pathOf = async (jobId: string, filename: string, type: Parameters<typeof downloadUrl>[3]) => {
      const made = await rooms.artifacts.create(`ten_a/exports/ds_1/${filename}`);
      await made.write(content.subarray(0, 1000));
      return new URL(await downloadUrl(jobId, { ...(await made.commit()), filename }, {}, type)).pathname;
    };
    const paths = {
      plain: `/v1/downloads/${token}`,
      packed: await pathOf('job_gz', 'shop.jsonl.gz', 'application/gzip'),
      columns: await pathOf('job_pq', 'shop.parquet', 'application/vnd.apache.parquet'),
    };
    const etag = (await get()).headers.etag!;
    const asked: readonly (readonly [status: number, headers: Record<string, string>, path?: string])[] = [
      [200, {}],
      [200, {}, paths.packed],
      [200, {}, paths.columns],
      [206, { range: 'bytes=0-9' }],
      [206, { range: 'bytes=0-9' }, paths.packed],
      [206, { range: 'bytes=0-9' }, paths.columns],
      [206, { range: 'bytes=0-9,90-99' }],
      [304, { 'if-none-match': etag }],
      [416, { range: `bytes=${content.length}-` }],
      [403, {}, `${paths.plain}x`],
    ];
    const document = (await server.app.inject('/v1/openapi.json')).json();
    const { responses } = document.paths['/v1/downloads/{token}'].get;
    const seen = new Map<number, Set<string>>();
    for (const [status, headers, path = paths.plain] of asked) {
      const answer = await get(headers, path);
      expect([status, headers, answer.status]).toEqual([status, headers, status]);
      const described = responses[status];
      const type = answer.headers['content-type']?.split(';')[0];
      if (type === undefined) expect([status, described.content]).toEqual([status, undefined]);
      else seen.set(status, (seen.get(status) ?? new Set()).add(type));
      const told = Object.keys(described.headers).map((name) => name.toLowerCase());
      const sent = Object.keys(answer.headers).filter((name) => !general.test(name));
      expect([status, sent.filter((name) => !told.includes(name))]).toEqual([status, []]);
      const optional = type === 'multipart/byteranges' ? ['content-range'] : [];
      const missing = told.filter((name) => !sent.includes(name) && !optional.includes(name));
      expect([status, missing]).toEqual([status, []]);
    }
    for (const [status, types] of seen) {
      expect([status, Object.keys(responses[status].content).sort()]).toEqual([status, [...types].sort()]);
    }
  });
});
