/**
 * A name that answers a public address first and a private one afterwards. The name server is real; the
 * system's resolver is replaced by one that asks it.
 */
import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { boundedRequest } from './bounded-request.ts';
import { postForStatus } from './post-for-status.ts';
import { type LoopbackDns, startLoopbackDns } from './testing/loopback-dns.ts';

const PUBLIC = '9.9.9.9';
const PRIVATE = [
  ...['127.0.0.1', '10.0.0.7', '169.254.169.254', '192.168.1.1', '0.0.0.0', '100.64.0.1'],
  ...['168.63.129.16', '192.0.0.192', '192.88.99.1'],
];
const name = 'rebinding.example';
const systemLookup = dns.lookup;

let server: LoopbackDns;
let target: Server;
let port: number;
let reached = 0;
let onPublic = () => {};
let answers: (readonly string[])[] = [];

beforeAll(async () => {
  server = await startLoopbackDns(() => answers.shift() ?? []);
  const resolver = new dns.Resolver();
  resolver.setServers([`127.0.0.1:${server.port}`]);
  // The form of `dns.lookup` that connections and servers call: (name, options, callback).
  const lookup = ((hostname: string, options: dns.LookupOptions, callback: (...given: unknown[]) => void) => {
    if (hostname !== name) return systemLookup(hostname, options, callback as never);
    resolver.resolve4(hostname, (error, found) => {
      if (error !== null) return callback(error);
      if (found.every((address) => address === PUBLIC)) onPublic();
      if (options.all)
        return callback(
          null,
          found.map((address) => ({ address, family: 4 })),
        );
      callback(null, found[0], 4);
    });
  }) as unknown as typeof dns.lookup;
  dns.lookup = lookup;
  syncBuiltinESMExports();
  target = createServer((_, response) => {
    reached += 1;
    response.end('reached');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => target.once('listening', resolve));
  port = (target.address() as AddressInfo).port;
});
beforeEach(() => {
  reached = 0;
  answers = [];
  onPublic = () => {};
});
afterAll(async () => {
  dns.lookup = systemLookup;
  syncBuiltinESMExports();
  await server.close();
  await new Promise((resolve) => target.close(resolve));
});

const ask = (signal = AbortSignal.timeout(5000), allowListed = false) =>
  boundedRequest(
    { url: new URL(`http://${name}:${port}/`), allowListed },
    { method: 'GET', headers: {}, signal, timeoutMs: 5000, maxBytes: 100, peer: 'the other side' },
  );

test.each(PRIVATE)('a name that turns to %s is refused, and nothing is sent', async (address) => {
  answers = [[PUBLIC], [address]];
  const asked = server.asked();
  // The request ends as soon as the name is resolved: no test calls a public address.
  const first = new AbortController();
  onPublic = () => first.abort(new Error('resolved'));
  await expect(ask(first.signal)).rejects.toThrow('resolved');
  await expect(ask()).rejects.toThrow(/not allowed/);
  // The connection takes the address that was checked: a request resolves the name once.
  expect([server.asked() - asked, reached]).toEqual([2, 0]);
});

test('a post that reads the status alone is refused, too', async () => {
  answers = [['127.0.0.1']];
  const signal = AbortSignal.timeout(5000);
  const request = { headers: {}, body: '{}', signal, timeoutMs: 5000, peer: 'the other side' };
  const posted = postForStatus({ url: new URL(`http://${name}:${port}/`), allowListed: false }, request);
  await expect(posted).rejects.toThrow(/not allowed/);
  expect(reached).toBe(0);
});

test('a private address beside a public one is refused, in either order', async () => {
  answers = [
    [PUBLIC, '127.0.0.1'],
    ['127.0.0.1', PUBLIC],
  ];
  await expect(ask()).rejects.toThrow(/not allowed/);
  await expect(ask()).rejects.toThrow(/not allowed/);
  expect(reached).toBe(0);
});

test('an allow-listed host may be private: the name server and the target are reached', async () => {
  answers = [['127.0.0.1']];
  expect(await ask(undefined, true)).toMatchObject({ body: 'reached' });
  expect(reached).toBe(1);
});
