// A stand-in for the server side of the console, for work on the page alone: it serves `dist` with the page's
// policy and passes `/console/api/v1` on to a running service with the key of the session. Sessions live in
// memory. Never for production.
//
//   CONSOLE_SERVICE=http://127.0.0.1:8080 node dev/serve.mjs [PORT]
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const EIGHT_HOURS_MS = 8 * 60 * 60 * 1000;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** @param {{service: string, port?: number, scopes?: string[]}} options */
export async function serveConsole({ service, port = 0, scopes }) {
  const sessions = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://console');
    const work = pathname.startsWith('/console/api/') ? answerApi : sendFile;
    work(request, response, pathname).catch((error) =>
      fail(response, 502, 'dependency_unavailable', String(error)),
    );
  });

  async function answerApi(request, response, pathname) {
    const writes = !['GET', 'HEAD'].includes(request.method);
    const own = request.headers['x-counterpart-console'] === '1';
    if (writes && !(own && request.headers['sec-fetch-site'] === 'same-origin'))
      return fail(response, 403, 'forbidden', 'the request does not come from the console');
    const id = /counterpart_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    const body = await bodyOf(request);
    if (pathname === '/console/api/session') return answerSession(request, response, id, body);
    const session = sessions.get(id);
    if (!session) return fail(response, 401, 'unauthorized', 'the session is unknown or has ended; sign in');
    const { host, cookie, connection, 'content-length': _, ...headers } = request.headers;
    const answer = await fetch(service + request.url.slice('/console/api'.length), {
      method: request.method,
      headers: { ...headers, authorization: `Bearer ${session.key}` },
      ...(body.length > 0 && { body }),
    });
    const kept = ['content-type', 'x-request-id', 'retry-after'].flatMap((name) =>
      answer.headers.has(name) ? [[name, answer.headers.get(name)]] : [],
    );
    response.writeHead(answer.status, Object.fromEntries(kept));
    response.end(Buffer.from(await answer.arrayBuffer()));
  }

  async function answerSession(request, response, id, body) {
    if (request.method === 'DELETE') {
      sessions.delete(id);
      return response.writeHead(204).end();
    }
    if (request.method === 'GET') {
      const session = sessions.get(id);
      return session
        ? send(response, 200, session.shown)
        : fail(response, 401, 'unauthorized', 'there is no session; sign in');
    }
    const { api_key: key } = JSON.parse(body.toString() || '{}');
    const schema = await fetch(`${service}/v1/schema`, { headers: { authorization: `Bearer ${key}` } });
    if (!schema.ok) return fail(response, 401, 'unauthorized', 'the key is unknown, revoked or expired');
    const { data } = await schema.json();
    const token = randomBytes(24).toString('base64url');
    const shown = {
      tenant: { id: 'tenant_dev', name: 'demo' },
      scopes: scopes ?? ['read', 'write', 'match', 'train', 'data', 'export', 'infer'],
      domains: data.map(({ domain }) => domain),
      expires_at: new Date(Date.now() + EIGHT_HOURS_MS).toISOString(),
    };
    sessions.set(token, { key, shown });
    response.setHeader(
      'Set-Cookie',
      `counterpart_session=${token}; HttpOnly; SameSite=Strict; Path=/console/api; Max-Age=28800`,
    );
    return send(response, 200, shown);
  }

  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    endSessions: () => sessions.clear(),
    close: () => new Promise((done) => server.close(done).closeAllConnections?.()),
  };
}

async function sendFile(_request, response, pathname) {
  if (!pathname.startsWith('/console')) return response.writeHead(302, { location: '/console/' }).end();
  const path = normalize(pathname.slice('/console'.length)).replace(/^(\.\.[/\\])+/, '');
  // An id of a person may have dots, so only the folder of the assets has files.
  const file = path.startsWith('/assets/') ? path : 'index.html';
  const bytes = await readFile(join(dist, file)).catch(() => undefined);
  if (!bytes) return fail(response, 404, 'not_found', 'no such file');
  response.writeHead(200, {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  response.end(bytes);
}

function send(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function fail(response, status, code, message) {
  send(response, status, {
    error: { code, message, details: {} },
    request_id: `req_${randomBytes(16).toString('hex')}`,
  });
}

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const service = process.env.CONSOLE_SERVICE ?? 'http://127.0.0.1:8080';
  const { url } = await serveConsole({ service, port: Number(process.argv[2] ?? 8090) });
  console.log(`The console is at ${url}/console/ and uses the service at ${service}.`);
}
