/** The page of the console as files over HTTP: what is served, how, and what never is. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askRaw, type RawAnswer } from '../../src/platform/testing/raw-http.ts';
import { temporaryFolder } from '../running-service.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const SECRET = 'a text outside of the folder';
const script = `console.log(${JSON.stringify('x'.repeat(4000))});`;
const folder = temporaryFolder();
const dist = join(folder.path, 'console', 'dist');
let service: ComposedService;

beforeAll(async () => {
  service = await composed({ '--job-workers': '0' }, {}, { consoleFolder: dist });
}, 60_000);
beforeEach(() => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(folder.path, 'console', 'package.json'), SECRET);
  writeFileSync(join(folder.path, 'secret.js'), SECRET);
  writeFileSync(join(dist, 'assets', 'index-B3xY.js'), script);
  writeFileSync(join(dist, 'assets', 'index-B3xY.js.br'), brotliCompressSync(script));
  writeFileSync(join(dist, 'assets', 'index-B3xY.js.gz'), gzipSync(script));
  writeFileSync(join(dist, 'assets', 'plain-C1.css'), 'a{}');
  writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dist, '.env'), SECRET);
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Console</title>');
});
afterEach(() => rmSync(join(folder.path, 'console'), { recursive: true, force: true }));
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

const get = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
) => service.server.inject({ method, url: `/console${path}`, headers });

const hardened = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
};

describe('the page', () => {
  test('is index.html at /console/, which is asked for anew each time', async () => {
    const answer = await get('/');
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      200,
      '<!doctype html><title>Console</title>',
      'text/html; charset=utf-8',
    ]);
    expect(answer.headers['cache-control']).toBe('no-cache');
    const { etag = '' } = answer.headers;
    const again = await get('/', { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const moved = await get('');
    expect([moved.statusCode, moved.headers.location]).toEqual([308, '/console/']);
  });

  test.each([
    '/people',
    '/people/ana%2F2/why',
    '/domain/dating.v1',
    '/people/bob.js',
    '/system/',
    '/api-keys',
  ])('is index.html at the address %s, which the page resolves', async (path) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(answer.body).toContain('<title>Console</title>');
  });

  test('has assets that are kept for good', async () => {
    const answer = await get('/assets/plain-C1.css');
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      200,
      'a{}',
      'text/css; charset=utf-8',
    ]);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const icon = await get('/favicon.svg');
    expect([icon.statusCode, icon.headers['content-type'], icon.headers['cache-control']]).toEqual([
      200,
      'image/svg+xml',
      'no-cache',
    ]);
  });

  test('is sent compressed where there is a compressed form and the client takes it', async () => {
    const path = '/assets/index-B3xY.js';
    const forms = {
      br: (bytes: Buffer) => brotliDecompressSync(bytes),
      gzip: (bytes: Buffer) => gunzipSync(bytes),
    };
    for (const [coding, open] of Object.entries(forms)) {
      const answer = await get(path, { 'accept-encoding': coding });
      expect([answer.headers['content-encoding'], answer.headers['content-type']]).toEqual([
        coding,
        'application/javascript; charset=utf-8',
      ]);
      expect(open(answer.rawPayload).toString()).toBe(script);
      expect(String(answer.headers.vary).toLowerCase()).toContain('accept-encoding');
      expect(answer.headers['cache-control']).toContain('immutable');
    }
    const plain = await get(path);
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script]);
    const css = await get('/assets/plain-C1.css', { 'accept-encoding': 'br, gzip' });
    expect([css.headers['content-encoding'], css.body]).toEqual([undefined, 'a{}']);
  });

  test('answers HEAD without a body, and other methods not at all', async () => {
    const answer = await get('/assets/index-B3xY.js', {}, 'HEAD');
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([
      200,
      '',
      String(script.length),
    ]);
    expect((await get('/', {}, 'POST')).statusCode).toBe(404);
  });

  test('shows a new build without a restart', async () => {
    await get('/');
    writeFileSync(join(dist, 'assets', 'index-N3w.js'), 'new');
    writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Newer</title>');
    expect((await get('/assets/index-N3w.js')).body).toBe('new');
    expect((await get('/')).body).toContain('Newer');
  });

  test('is 503 and says what to run where it is not built; the service goes on', async () => {
    rmSync(dist, { recursive: true });
    for (const path of ['/', '/people', '/assets/index-B3xY.js']) {
      const answer = await get(path);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
      expect(answer.body).toContain('npm run build --prefix console');
      expect(answer.headers).toMatchObject(hardened);
    }
    expect((await service.send('/healthz')).status).toBe(200);
    expect((await service.send('/console/api/session')).status).toBe(401);
    // A folder whose build is half done.
    mkdirSync(join(dist, 'assets'), { recursive: true });
    expect((await get('/')).statusCode).toBe(503);
  });
});

test('every answer below /console has the headers that bound the page', async () => {
  for (const path of [
    '',
    '/',
    '/people',
    '/assets/index-B3xY.js',
    '/assets/none.js',
    '/..%2fsecret.js',
    '/%',
    '/api/session',
    '/api/v1/schema',
    '/api/v1/none',
    '/api/none',
  ]) {
    const answer = await get(path);
    expect([path, answer.headers]).toEqual([path, expect.objectContaining(hardened)]);
  }
  const posted = await get('/api/session', {}, 'POST');
  expect([posted.statusCode, posted.headers]).toEqual([403, expect.objectContaining(hardened)]);
  const spelled = await service.server.inject({ url: '/%63onsole/%61pi/session' });
  expect([spelled.statusCode, spelled.headers]).toEqual([401, expect.objectContaining(hardened)]);
  const outside = await service.server.inject({ url: '/healthz' });
  expect(outside.headers['content-security-policy']).toBeUndefined();
});

describe('no file outside of the build', () => {
  const raw = async (path: string): Promise<RawAnswer> =>
    askRaw(await service.port(), `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

  test.each([
    '/console/../secret.js',
    '/console/..%2fsecret.js',
    '/console/..%2f..%2fsecret.js',
    '/console/%2e%2e/package.json',
    '/console/%2e%2e%2fpackage.json',
    '/console/..%5cpackage.json',
    '/console/..\\package.json',
    '/console/assets/../../package.json',
    '/console/assets/..%2f..%2fpackage.json',
    '/console/assets/%2e%2e/%2e%2e/package.json',
    '/console/assets/..;/..;/package.json',
    '/console/%252e%252e%252fpackage.json',
    '/console//etc/passwd',
    '/console/%2fetc/passwd',
    '/console//assets/plain-C1.css',
    '/console/assets//plain-C1.css',
    '/console/./assets/plain-C1.css',
    '/console/assets\\plain-C1.css',
    '/console/assets/plain-C1.css%00',
    '/console/assets/plain-C1.css%00.html',
    '/console/%00',
    '/console/.env',
    '/console/%2eenv',
    '/console/assets/.hidden',
    '/console/package.json',
    '/console/index-B3xY.js',
    '/console/assets/none.js',
    '/console/assets/',
    '/console/assets/INDEX-B3XY.JS',
    '/console/assets/plain-C1.css/',
    '/console/api',
    '/console/api/',
    '/console/api/v1',
    '/console/%61pi/v1/schema',
    '/console/api%2fsession',
    'http://localhost/console/..%2fsecret.js',
  ])('%s is refused', async (path) => {
    writeFileSync(join(dist, 'assets', '.hidden'), SECRET);
    const answer = await raw(path);
    expect([path, answer.status, JSON.parse(answer.text).error.code]).toEqual([path, 404, 'not_found']);
    expect(answer.text).not.toContain(SECRET);
  });

  test('/console/%ff and other faulty addresses are 400', async () => {
    for (const path of ['/console/%ff', '/console/%', '/console/a%2']) {
      const answer = await raw(path);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('percent-encoded')]);
    }
  });

  test('symbolic links are not followed, whatever they lead to', async () => {
    symlinkSync(join(folder.path, 'secret.js'), join(dist, 'assets', 'linked.js'));
    symlinkSync(folder.path, join(dist, 'assets', 'up'));
    symlinkSync('/etc', join(dist, 'etc'));
    symlinkSync(join(folder.path, 'secret.js'), join(dist, 'assets', 'plain-C1.css.gz'));
    const gzip = { 'accept-encoding': 'gzip' };
    for (const path of [
      '/assets/linked.js',
      '/assets/up/secret.js',
      '/assets/up/console/package.json',
      '/assets/plain-C1.css',
    ]) {
      const answer = await get(path, gzip);
      expect([path, answer.statusCode, answer.body]).toEqual([
        path,
        404,
        expect.not.stringContaining(SECRET),
      ]);
    }
    // An address of the page, as any other: index.html.
    expect((await get('/etc/passwd', gzip)).body).toContain('<title>Console</title>');
  });

  test('an index.html that is a link counts as no build', async () => {
    rmSync(join(dist, 'index.html'));
    symlinkSync(join(folder.path, 'secret.js'), join(dist, 'index.html'));
    const answer = await get('/');
    expect([answer.statusCode, answer.body]).toEqual([503, expect.not.stringContaining(SECRET)]);
  });
});
