/**
 * People a second that the TypeScript client uploads (`users.upsertMany`), and the memory of its process.
 * First against a server that answers and stores nothing, which shows the client's own pace, then against a
 * service.
 *
 *   npm run bench -- uploads [--rows 1000000] [--seconds 120]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startAnsweringServer } from '../sdk/typescript/test/support/answering-server.ts';
import type { UploadPoint } from '../sdk/typescript/test/support/upload-process.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { runServer } from './world/running-server.ts';
import { worldFolder } from './world/world-folder.ts';

const { values: flags } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '120' } },
});
const uploading = fileURLToPath(new URL('../sdk/typescript/test/support/upload-process.ts', import.meta.url));

const answering = await startAnsweringServer();
await show('a server that stores nothing', answering.url, flags.rows);
await answering.close();

using folder = openBenchFolder(undefined);
const world = await worldFolder(folder.path, 1000);
await using server = await runServer(folder.path, world.key);
await show('a service', server.url, `${flags.seconds}s`, world.key);

async function show(title: string, url: string, amount: string, key = ''): Promise<void> {
  const points = await upload(url, amount, { ...process.env, COUNTERPART_KEY: key || 'cp_live_x' });
  console.log(`\n${title} (load ${loadavg()[0]!.toFixed(1)})`);
  printTable(
    ['rows', 'seconds', 'rows a second since the line above', 'resident memory, MiB', 'heap, MiB'],
    points.map(({ rows, seconds, residentMiB, heapMiB }, n) => {
      const before = points[n - 1] ?? { rows: 0, seconds: 0 };
      const pace = (rows - before.rows) / (seconds - before.seconds);
      return [
        rows.toLocaleString('en'),
        seconds.toFixed(1),
        Math.round(pace).toLocaleString('en'),
        Math.round(residentMiB),
        Math.round(heapMiB),
      ];
    }),
  );
}

async function upload(url: string, amount: string, env: NodeJS.ProcessEnv): Promise<UploadPoint[]> {
  const child = spawn(process.execPath, [uploading, url, amount], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const ended = once(child, 'exit');
  const points: UploadPoint[] = [];
  for await (const line of createInterface({ input: child.stdout })) points.push(JSON.parse(line));
  const [code] = await ended;
  if (code !== 0) throw new Error(`the upload ended with ${code}`);
  return points;
}
