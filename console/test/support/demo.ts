/** The demo with its sample people, on a data folder of its own. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Demo {
  readonly url: string;
  readonly key: string;
  readonly close: () => Promise<void>;
}

export async function startDemo(): Promise<Demo> {
  const data = await mkdtemp(join(tmpdir(), 'counterpart-demo-'));
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'src/main.ts', 'demo', '--data', data, '--port', '0'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const printed = await new Promise<{ url: string; key: string }>((found, failed) => {
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes;
      const url = /^Console: (http:\S+?)\/console\//m.exec(said)?.[1];
      const key = /^ {2}(cp_live_\w+)$/m.exec(said)?.[1];
      if (url && key) found({ url, key });
    });
    child.stdout.once('end', () => failed(new Error(`the demo ended:\n${said}`)));
  });
  return {
    ...printed,
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}
