import dns from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetchMemory } from './fetch-memory.ts';
import { memoryReference } from './memory-reference.ts';

type LookupDone = (error: null, address: unknown, family?: number) => void;

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function memoryStore(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const fetchFrom = (host: string, path = '/memory', header: string | null = null) => {
  const access = { allowedHosts: [host], header };
  return fetchMemory(memoryReference(`http://${host}${path}`, access.allowedHosts), access);
};

describe('accepted addresses', () => {
  test.each([
    'not an address',
    'ftp://example.com/x',
    'file:///etc/passwd',
    'http://example.com/x',
    'https://user:secret@example.com/x',
    'https://localhost/x',
    'https://a.localhost/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[fe80::1]/x',
    'https://0.0.0.0/x',
    'https://127.1/x',
    'https://0177.0.0.1/x',
    'https://localhost./x',
    'https://[::]/x',
    'https://[fc00::1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[2002:7f00:1::]/x',
    'https://100.64.0.1/x',
  ])('%s is not', (given) => {
    expect(() => memoryReference(given, [])).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  test('a public https host is; an allow-listed host by http, too', () => {
    expect(memoryReference('https://example.com/x', []).allowListed).toBe(false);
    expect(memoryReference('http://10.1.2.3:81/x', ['10.1.2.3:81']).allowListed).toBe(true);
    expect(memoryReference('http://store.internal:81/x', ['store.internal']).allowListed).toBe(true);
  });
});

describe('over loopback', () => {
  test('items as JSON, with the secret header', async () => {
    const host = await memoryStore((request, response) => {
      expect(request.headers.authorization).toBe('Bearer s3cret');
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ items: [{ text: 'one', at: '2026-01-01' }, { text: ' ' }, { text: 'two' }] }),
      );
    });
    expect(await fetchFrom(host, '/m', 'Authorization: Bearer s3cret')).toEqual(['one', 'two']);
  });

  test('plain text', async () => {
    const host = await memoryStore((_, response) =>
      response.setHeader('content-type', 'text/plain').end('I am 30'),
    );
    expect(await fetchFrom(host)).toEqual(['I am 30']);
  });

  test.each<[string, RequestListener, RegExp]>([
    ['an error status', (_, response) => response.writeHead(500).end(), /status 500/],
    [
      'JSON of another form',
      (_, response) => response.setHeader('content-type', 'application/json').end('[1]'),
      /another form/,
    ],
    ...['2099-01-01T00:00:00Z', '1969-12-31'].map((at): [string, RequestListener, RegExp] => [
      `an item of ${at}`,
      (_, response) =>
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            items: [
              { text: 'one', at: '2026-01-01' },
              { text: 'two', at },
            ],
          }),
        ),
      /sent items\[1\]\.at, which must/,
    ]),
    [
      'too large a body',
      (_, response) => response.end('x'.repeat(1024 * 1024 + 1)),
      /more than 1048576 bytes/,
    ],
    [
      'a loop of redirects',
      (_, response) => response.writeHead(302, { location: '/again' }).end(),
      /more than 3 redirects/,
    ],
    [
      'a redirect to a private address',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/x' }).end(),
      /not allowed/,
    ],
  ])('%s fails', async (_, listener, message) => {
    await expect(fetchFrom(await memoryStore(listener))).rejects.toThrow(message);
  });

  test('a name that resolves to a private address is refused when connecting', async () => {
    const host = await memoryStore((_, response) => response.end('inside'));
    const url = new URL(`http://localhost:${host.split(':')[1]}/x`);
    await expect(
      fetchMemory({ url, allowListed: false }, { allowedHosts: [], header: null }),
    ).rejects.toThrow(
      /^the memory store is at an address that is not allowed: a private one, or one for special use$/,
    );
  });

  test('a body that drips without end is given up after 5 s', async () => {
    const host = await memoryStore((_, response) => {
      const dripping = setInterval(() => response.write('x'), 100);
      response.once('close', () => clearInterval(dripping));
    });
    await expect(fetchFrom(host)).rejects.toThrow('the memory store did not answer within 5000 ms');
  });

  test('a name is resolved once, and the check uses that address: nothing can change in between', async () => {
    let inside = 0;
    const host = await memoryStore((_, response) => {
      inside++;
      response.end();
    });
    // A client that checks the first answer and connects by the second is fooled; here both orders are tried.
    const answers = ['127.0.0.1', '93.184.216.34', '127.0.0.1'];
    const lookups: string[] = [];
    const lookup = (name: string, { all }: { readonly all?: boolean }, done: LookupDone) => {
      const address = answers[lookups.push(name) - 1];
      if (all === true) done(null, [{ address, family: 4 }]);
      else done(null, address, 4);
    };
    const spy = vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
    syncBuiltinESMExports();
    try {
      const url = new URL(`http://rebinding.example:${host.split(':')[1]}/x`);
      const reference = { url, allowListed: false };
      await expect(fetchMemory(reference, { allowedHosts: [], header: null })).rejects.toThrow(/not allowed/);
    } finally {
      spy.mockRestore();
      syncBuiltinESMExports();
    }
    expect([lookups, inside]).toEqual([['rebinding.example'], 0]);
  });
});
