/** A real service with its own data folder, which serves the console itself, and tenants on it. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const execute = promisify(execFile);

/** Where a service runs. */
export interface Server {
  readonly url: string;
  readonly data: string;
  readonly operatorKey: string;
}

/** The service, as one tenant uses it. */
export interface Service {
  /** Address of the API. */
  readonly url: string;
  /** Address of the console. */
  readonly console: string;
  readonly tenantId: string;
  /** With every scope of a tenant. */
  readonly key: string;
  readonly operatorKey: string;
  /** A link that opens the console once, as `counterpart console-link` prints it. */
  readonly newLink: () => Promise<string>;
  /** Runs a command of the operator on the same data; what it prints. */
  readonly command: (...args: string[]) => Promise<string>;
  /** Another key of the tenant with these scopes. */
  readonly newKey: (...scopes: string[]) => Promise<string>;
  /** The body of an answer; throws where it is an error. `key`: default that of the tenant. */
  readonly get: <Answer>(path: string, key?: string) => Promise<Answer>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** A request of the operator. */
  readonly operate: (method: string, path: string, body?: unknown) => Promise<Response>;
}

/** `settings`: more flags. */
export async function startServer(
  ...settings: readonly string[]
): Promise<Server & { readonly close: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'counterpart-console-'));
  const operatorKey = found(/cp_live_\w+/, await run(data, 'keys', 'create', '--operator'));
  const child = spawn(process.execPath, argumentsOf(data, 'serve', '--port', '0', ...settings), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  return {
    url: await addressOf(child),
    data,
    operatorKey,
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A tenant with the domains «dating» and «hiring». */
export async function createTenant({ url, data, operatorKey }: Server, name: string): Promise<Service> {
  const send = (key: string, method: string, path: string, body?: unknown, headers = {}) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const operate = (method: string, path: string, body?: unknown) => send(operatorKey, method, path, body);
  const made = async (path: string, body: object) => {
    const answer = await operate('POST', path, body);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { readonly id: string; readonly key: string };
  };
  const settings = { name, email: `ops@${name}.example`, domains: ['dating', 'hiring'] };
  const { id: tenantId } = await made('/v1/admin/tenants', settings);
  const keys = `/v1/admin/tenants/${tenantId}/keys`;
  const { id: keyId, key } = await made(keys, {});
  return {
    url,
    console: `${url}/console`,
    tenantId,
    key,
    operatorKey,
    newLink: async () => found(/http\S+#link=\S+/, await run(data, 'console-link', keyId, '--url', url)),
    command: (...args) => run(data, ...args),
    newKey: async (...scopes) => (await made(keys, { scopes })).key,
    async get<Answer>(path: string, reader = key) {
      const answer = await send(reader, 'GET', path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Answer;
    },
    post: (path, body, headers) => send(key, 'POST', path, body, headers),
    operate,
  };
}

const argumentsOf = (data: string, ...args: string[]) => [
  'scripts/run.mjs',
  'src/main.ts',
  ...args,
  '--data',
  data,
];

async function run(data: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, argumentsOf(data, ...args), { cwd: root });
  return stdout;
}

function found(pattern: RegExp, printed: string): string {
  const [text] = pattern.exec(printed) ?? [];
  if (text === undefined) throw new Error(`${pattern} is not in what was printed:\n${printed}`);
  return text;
}

function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((found, failed) => {
    let said = '';
    const read = (bytes: Buffer) => {
      said += bytes;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (address) found(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => failed(new Error(`the service ended before it listened:\n${said}`)));
  });
}
