import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseImportPrefixes } from '../../../contract/import-prefixes.ts';
import { descriptorImageEncoder } from '../../../engines/encoders/images/descriptor-image-encoder.ts';
import { createImageReader, type ImageReader } from './image-reader.ts';

let server: Server;
let origin: string;
let reader: ImageReader;
const requested: string[] = [];

beforeAll(async () => {
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  server = createServer((request, response) => {
    requested.push(request.url!);
    const path = request.url!.replace('/ok/', '');
    if (path === 'a.png') response.end(png);
    else if (path === 'moved') response.writeHead(302, { location: '/ok/a.png' }).end();
    else if (path === 'away') response.writeHead(302, { location: '/secret/a.png' }).end();
    else if (path === 'inside')
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    else if (path === 'round') response.writeHead(302, { location: '/ok/round' }).end();
    else if (path === 'vast') response.end(Buffer.alloc(11 * 2 ** 20));
    else if (path === 'page') response.end('<html>');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  reader = createImageReader(descriptorImageEncoder, {
    importsFolder: '/nowhere',
    prefixes: parseImportPrefixes(`${origin}/ok/`),
  });
});
afterAll(async () => {
  await reader.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('images of an allowed source are read in order, also through redirects', async () => {
  const read = await reader.read(['a.png', 'none', 'moved'].map((path) => `${origin}/ok/${path}`));
  expect(read[0]).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(read[1]).toMatchObject({ fault: expect.stringContaining('status 404') });
  expect(read[2]).toEqual(read[0]);
});

test.each([
  ['/ok/away', /private address|not allowed/],
  ['/ok/inside', /private address|not allowed/],
  ['/ok/round', /redirected more than 3 times/],
  ['/ok/vast', /more than 10485760 bytes/],
  ['/ok/page', /cannot be decoded/],
  ['/secret/a.png', /private address|not allowed/],
  ['/ok/%2e%2e/secret/a.png', /private address|not allowed/],
])('%s is refused with a message', async (path, words) => {
  const [read] = await reader.read([`${origin}${path}`]);
  expect(read).toEqual({ fault: expect.stringMatching(words) });
  expect(requested.filter((url) => url.includes('secret'))).toEqual([]);
});

test('an unreachable host is reported without details of the socket', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const url = `http://127.0.0.1:${port}/a.png`;
  const unreachable = createImageReader(descriptorImageEncoder, {
    importsFolder: '/nowhere',
    prefixes: parseImportPrefixes(`http://127.0.0.1:${port}/`),
  });
  expect(await unreachable.read([url])).toEqual([
    { fault: `image_url «${url}» cannot be read: the host cannot be reached` },
  ]);
  await unreachable.close();
});

test('bytes that are not an image are reported without details of the decoder', async () => {
  const [read] = await reader.read([`${origin}/ok/page`]);
  expect(read).toEqual({
    fault: `image_url «${origin}/ok/page» cannot be decoded: it is damaged, too large, or of no kind that is read`,
  });
});

test('an invalid address and an unsupported scheme are refused', async () => {
  for (const url of ['', 'a.png', 'ftp://example.com/a.png', 's3://bucket/a.png', 'data:image/png;base64,AA'])
    expect((await reader.read([url]))[0]).toMatchObject({ fault: expect.any(String) });
});

test('an aborted read rejects instead of returning faults', async () => {
  const reading = reader.read([`${origin}/ok/a.png`], AbortSignal.abort(new Error('stopped')));
  await expect(reading).rejects.toThrow('stopped');
});
