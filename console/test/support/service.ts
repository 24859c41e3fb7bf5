/** A real service with its own data, and the console in front of it. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveConsole } from '../../dev/serve.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

export interface Service {
  /** Of the API. */
  readonly url: string;
  /** Of the console. */
  readonly console: string;
  readonly key: string;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export async function startService(): Promise<Service> {
  const data = await mkdtemp(join(tmpdir(), 'counterpart-console-'));
  const command = (...args: string[]) =>
    run(process.execPath, ['scripts/run.mjs', 'src/main.ts', ...args, '--data', data], { cwd: root });
  await command('tenants', 'create', 'acme', '--domains', 'dating,hiring', '--email', 'ops@acme.example');
  const { stdout } = await command('keys', 'create', '--tenant', 'acme');
  const key = /cp_live_\w+/.exec(stdout)?.[0] ?? '';
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'src/main.ts', 'serve', '--data', data, '--port', '0'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const url = await addressOf(child);
  const own = await fetch(`${url}/console/`);
  // Where the service does not serve the console, the stand-in for development does.
  const standIn = own.ok ? undefined : await serveConsole({ service: url });
  return {
    url,
    console: `${standIn?.url ?? url}/console`,
    key,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async close() {
      await standIn?.close();
      child.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
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
