/**
 * `counterpart mcp` around its tools: who may call over HTTP, and how it starts and ends. Also its messages
 * when the service cannot be reached or something else answers in its place.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { until } from '../src/platform/testing/until.ts';
import { ownEnvironment, temporaryFolder } from './running-service.ts';
import { runHere } from './service/testing/run-cli.ts';
import {
  type ConnectedMcp,
  connectMcp,
  type McpHttpProcess,
  startMcpHttp,
  type TransportName,
} from './support/mcp-processes.ts';

const KEY = 'cp_live_thisKeyMustNotBeShown1';
const TOKEN = 'token-of-the-test';
const main = join(import.meta.dirname, '../src/main.ts');
const folder = temporaryFolder();
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(() => folder.remove());

/** Something at an address, in the place of the service. */
async function standIn(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs to its end; both streams together. */
async function ends(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [main, 'mcp', ...args], {
    env: { ...ownEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe.each<TransportName>(['stdio', 'http'])(
  'faults between here and the service, over %s',
  (transport) => {
    const open = (url: string, ...args: readonly string[]) =>
      connectMcp(transport, { args: ['--url', url, ...args], env: { COUNTERPART_API_KEY: KEY } });
    /** The server that most of these tests share, and what stands in for its service. */
    let shared: ConnectedMcp;
    let behave: RequestListener;
    let closeShared: () => Promise<void>;

    beforeAll(async () => {
      shared = await open(await standIn((request, response) => behave(request, response)));
      const [closeStandIn] = closers.splice(0);
      closeShared = async () => {
        await shared.close();
        await closeStandIn!();
      };
    });
    afterAll(() => closeShared?.());

    async function fault(mcp: ConnectedMcp = shared) {
      const result = await mcp.client.callTool({
        name: 'match',
        arguments: { user_id: 'a', domain: 'dating' },
      });
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result) + mcp.output()).not.toContain(KEY);
      const { error, request_id } = result.structuredContent as {
        error: { code: string; message: string; details: object };
        request_id: string;
      };
      return { ...error, request_id };
    }

    async function faultAt(url: string, ...args: readonly string[]) {
      const mcp = await open(url, ...args);
      closers.push(mcp.close);
      return fault(mcp);
    }

    test('nothing listens', async () => {
      const fault = await faultAt(`http://127.0.0.1:${await freePort()}`);
      expect(fault).toMatchObject({
        code: 'service_unreachable',
        request_id: expect.stringMatching(/^mcp_/),
      });
      expect(fault.message).toMatch(/ECONNREFUSED.*COUNTERPART_URL/);
    });

    test('the connection ends within the answer', async () => {
      behave = (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"match');
        setImmediate(() => response.destroy());
      };
      expect((await fault()).code).toBe('service_unreachable');
    });

    test('no answer comes in time', async () => {
      const url = await standIn(() => {});
      const { code, message } = await faultAt(url, '--timeout', '0.2');
      expect([code, message]).toEqual(['service_timeout', expect.stringContaining('within 0.2 s')]);
    });

    test.each<[string, RequestListener]>([
      ['a page', (_, response) => response.end('<html>Welcome</html>')],
      [
        'an error of another program',
        (_, response) => response.writeHead(502).end('{"error": "bad gateway"}'),
      ],
      ['a list', (_, response) => response.end('[]')],
    ])('%s comes in its place', async (_, listener) => {
      behave = listener;
      const { code, message } = await fault();
      expect([code, message]).toEqual(['unexpected_answer', expect.stringContaining('none of Counterpart')]);
    });

    test('a redirect is not followed, so that the key stays here', async () => {
      const seen: unknown[] = [];
      const elsewhere = await standIn(({ headers }, response) => {
        seen.push(headers);
        response.end('{}');
      });
      behave = (_, response) => response.writeHead(307, { location: elsewhere }).end();
      expect([(await fault()).code, seen]).toEqual(['unexpected_answer', []]);
    });

    test('an overloaded service says when to come again; a key that it repeats is not shown', async () => {
      behave = ({ headers }, response) => {
        const error = {
          code: 'overloaded',
          message: `refused ${headers.authorization}`,
          details: { retry_after_ms: 700 },
        };
        response.writeHead(503).end(JSON.stringify({ error, request_id: 'req_1' }));
      };
      expect(await fault()).toEqual({
        code: 'overloaded',
        message: 'refused Bearer [secret]',
        details: { retry_after_ms: 700 },
        request_id: 'req_1',
      });
    });

    test('a cancelled call ends the request to the service', async () => {
      let [begun, closed] = [0, 0];
      const url = await standIn((_, response) => {
        begun++;
        response.once('close', () => closed++);
      });
      const mcp = await open(url);
      closers.push(mcp.close);
      const cancelling = new AbortController();
      const calling = mcp.client.callTool({ name: 'match', arguments: {} }, undefined, {
        signal: cancelling.signal,
      });
      const failed = expect(calling).rejects.toThrow();
      await until(() => begun).toBe(1);
      cancelling.abort();
      await failed;
      // Over HTTP no session tells which call a message cancels: the call ends with its connection.
      if (transport === 'http') await mcp.client.close();
      await until(() => closed).toBe(1);
    });
  },
);

describe('over HTTP', () => {
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  });

  async function start(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    const server = await startMcpHttp({ args, env: { COUNTERPART_API_KEY: KEY, ...env } });
    closers.push(server.stop);
    return server;
  }

  /** Not by `fetch`, which sets the Host itself. */
  function send(
    { url }: Pick<McpHttpProcess, 'url'>,
    headers: Readonly<Record<string, string>> = {},
    { method = 'POST', path = '/mcp', body = initialize } = {},
  ): Promise<{ status: number; text: string; headers: Readonly<Record<string, unknown>> }> {
    const all = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const request = httpRequest(new URL(path, url), { method, headers: all }, async (answer) => {
        const text = (await answer.setEncoding('utf8').toArray()).join('');
        resolve({ status: answer.statusCode!, text, headers: answer.headers });
      });
      request.once('error', reject).end(method === 'GET' ? undefined : body);
    });
  }

  test('it listens on loopback, and refuses a foreign Host and Origin', async () => {
    const server = await start(['--allow-origin', 'https://inspector.example']);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const own = new URL(server.url).origin;
    expect((await send(server)).status).toBe(200);
    expect((await send(server, { origin: own })).status).toBe(200);
    expect((await send(server, { origin: 'https://inspector.example' })).status).toBe(200);
    const foreign = [
      await send(server, { host: 'evil.example' }),
      await send(server, { host: 'evil.example', origin: 'http://evil.example' }),
      await send(server, { origin: 'http://evil.example' }),
      await send(server, { origin: 'null' }),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(foreign[0]!.text).toContain('--allow-host');
    expect(foreign[2]!.text).toContain('--allow-origin');
  });

  test('other methods, other paths, and bodies that are no message are refused', async () => {
    const server = await start();
    const got = await send(server, {}, { method: 'GET' });
    expect([got.status, got.headers.allow]).toEqual([405, 'POST']);
    expect((await send(server, {}, { path: '/' })).status).toBe(404);
    expect((await send(server, {}, { body: 'nonsense' })).status).toBe(400);
    expect((await send(server, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(server, {}, { body: ' '.repeat(10 * 1024 * 1024) })).status).toBe(413);
    expect((await send(server)).status).toBe(200);
  });

  test('beyond loopback a token is needed, to start and to call', async () => {
    const refused = await ends(['--http', '--host', '0.0.0.0'], { COUNTERPART_API_KEY: KEY });
    expect(refused).toEqual({ code: 2, output: expect.stringContaining('COUNTERPART_MCP_TOKEN') });

    const args = ['--host', '0.0.0.0', '--allow-host', 'mcp.example'];
    const server = await start(args, { COUNTERPART_MCP_TOKEN: TOKEN });
    const here = { url: server.url.replace('0.0.0.0', '127.0.0.1') };
    const without = await send(here);
    expect([without.status, without.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await send(here, { authorization: 'Bearer other' })).status).toBe(401);
    const authorization = `Bearer ${TOKEN}`;
    expect((await send(here, { authorization })).status).toBe(200);
    expect((await send(here, { authorization, host: 'mcp.example' })).status).toBe(200);
    expect((await send(here, { authorization, host: 'evil.example' })).status).toBe(403);

    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(here.url), {
      requestInit: { headers: { authorization } },
    });
    await client.connect(transport as Transport);
    expect((await client.listTools()).tools).toHaveLength(5);
    await client.close();
    expect(server.output()).not.toMatch(new RegExp(`${TOKEN}|${KEY}`));
  });

  test('key and token can come from files, and the address from the environment', async () => {
    const [keyFile, tokenFile] = ['key', 'token'].map((name) => join(folder.path, name)) as [string, string];
    writeFileSync(keyFile, `${KEY}\n`);
    writeFileSync(tokenFile, `${TOKEN}\n`);
    const keys: unknown[] = [];
    const url = await standIn(({ headers }, response) => {
      keys.push(headers.authorization);
      response.end('{"matches": []}');
    });
    const server = await startMcpHttp({
      args: ['--key-file', keyFile, '--token-file', tokenFile],
      env: { COUNTERPART_URL: `${url}/` },
    });
    closers.push(server.stop);
    expect((await send(server)).status).toBe(401);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'match', arguments: {} },
    });
    const answer = await send(server, { authorization: `Bearer ${TOKEN}` }, { body });
    expect(JSON.parse(answer.text).result.structuredContent).toEqual({ matches: [] });
    expect(keys).toEqual([`Bearer ${KEY}`]);
  });

  test('SIGTERM ends it with 0, a call that waits or not', async () => {
    let begun = 0;
    const url = await standIn(() => begun++);
    const server = await start(['--url', url]);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'match' } });
    const waiting = expect(send(server, {}, { body })).rejects.toThrow();
    await until(() => begun).toBe(1);
    expect(await server.stop()).toBe(0);
    await waiting;
  });

  test('an address that is taken is an error with exit code 1', async () => {
    const { url } = await start();
    const { code, output } = await ends(['--http', '--port', new URL(url).port], {
      COUNTERPART_API_KEY: KEY,
    });
    expect([code, output]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
  });
});

test('over standard streams it ends when the client closes its end', async () => {
  expect(await ends([], { COUNTERPART_API_KEY: KEY })).toEqual({ code: 0, output: '' });
});

test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
  ['no key', [], {}, 'COUNTERPART_API_KEY'],
  ['a key with a line break', [], { COUNTERPART_API_KEY: `${KEY}\nx` }, 'one line'],
  ['an address that is none', ['--url', 'nowhere'], { COUNTERPART_API_KEY: KEY }, 'http:// or https://'],
  ['another scheme', ['--url', 'ftp://localhost'], { COUNTERPART_API_KEY: KEY }, 'http:// or https://'],
  [
    'a password',
    [],
    { COUNTERPART_URL: `http://u:${KEY}@localhost`, COUNTERPART_API_KEY: KEY },
    'without user',
  ],
  ['a port that is none', ['--http', '--port', '70000'], { COUNTERPART_API_KEY: KEY }, '65535'],
])('%s: called wrongly', async (_, args, env, message) => {
  for (const name of ['COUNTERPART_API_KEY', 'COUNTERPART_URL', 'COUNTERPART_MCP_TOKEN'])
    vi.stubEnv(name, env[name]);
  const { code, stdout, stderr } = await runHere(folder.path, 'mcp', ...args);
  vi.unstubAllEnvs();
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  expect(stderr).not.toContain(KEY);
});
