/** A real service with its own data folder and tenant; it serves the console itself. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

export interface Service {
  /** Address of the API. */
  readonly url: string;
  /** Address of the console. */
  readonly console: string;
  readonly key: string;
  /** Makes a key of the operator. */
  readonly newOperatorKey: () => Promise<string>;
  /** A link that opens the console once, as `counterpart console-link` prints it. */
  readonly newLink: () => Promise<string>;
  /** Runs a command of the operator on the same data; what it prints. */
  readonly command: (...args: string[]) => Promise<string>;
  /** Another key of the tenant with these scopes, separated by commas. */
  readonly newKey: (scopes: string) => Promise<string>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export async function startService(): Promise<Service> {
  const data = await mkdtemp(join(tmpdir(), 'counterpart-console-'));
  const command = async (...args: string[]) => {
    const { stdout } = await run(
      process.execPath,
      ['scripts/run.mjs', 'src/main.ts', ...args, '--data', data],
      {
        cwd: root,
      },
    );
    return stdout;
  };
  await command('tenants', 'create', 'acme', '--domains', 'dating,hiring', '--email', 'ops@acme.example');
  const made = await command('keys', 'create', '--tenant', 'acme');
  const key = found(/cp_live_\w+/, made);
  const keyId = found(/key_\w+/, made);
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'src/main.ts', 'serve', '--data', data, '--port', '0'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const url = await addressOf(child);
  return {
    url,
    console: `${url}/console`,
    key,
    newOperatorKey: async () => found(/cp_live_\w+/, await command('keys', 'create', '--operator')),
    newKey: async (scopes) =>
      found(/cp_live_\w+/, await command('keys', 'create', '--tenant', 'acme', '--scopes', scopes)),
    newLink: async () => found(/http\S+#link=\S+/, await command('console-link', keyId, '--url', url)),
    command,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
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
