/**
 * What a prediction costs over HTTP: 100 candidates and a history of 50, the whole catalogue of 12,000 and of
 * 100,000 items; one caller at a time for latency, then 16 at once for what is answered a second, with GET
 * /healthz meanwhile. A real server on a data folder of its own, models by the architecture's own hand. The
 * callers run on the same cores.
 *
 *   npm run bench -- predict [SECONDS]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { quantile } from '../src/numeric/statistics.ts';
import { itemId, seedModels } from './predict/seed-models.ts';
import { peakMemoryMiB, printTable } from './support/measure.ts';

const seconds = Number(process.argv[2] ?? 10);
const CALLERS = 16;
const WARM_UP = 50;
const HISTORY = 50;
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const agent = new Agent({ keepAlive: true, maxSockets: CALLERS + 1 });

interface Case {
  readonly name: string;
  readonly items: number;
  readonly candidates: number | null;
}

const cases: readonly Case[] = [
  { name: '100 candidates of 12,000', items: 12_000, candidates: 100 },
  { name: 'all of 12,000', items: 12_000, candidates: null },
  { name: '100 candidates of 100,000', items: 100_000, candidates: 100 },
  { name: 'all of 100,000', items: 100_000, candidates: null },
];

const data = mkdtempSync(join(tmpdir(), 'counterpart-predict-'));
let server: ChildProcess | undefined;
try {
  const { key, modelIds } = await seedModels(data, [12_000, 100_000]);
  server = spawn(process.execPath, [main, 'serve', '--data', data, '--port', '0', '--job-workers', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listening(data, server);
  const rows: (string | number)[][] = [];
  for (const one of cases) rows.push(await measure(url, key, modelIds.get(one.items)!, one));
  printTable(
    ['request', 'p50 ms', 'p99 ms', `requests/s, ${CALLERS} callers`, 'healthz p99 ms then', 'load'],
    rows,
  );
  console.log(
    `${availableParallelism()} cores; peak memory of the server ${peakMemoryMiB(server).toFixed(0)} MiB`,
  );
} finally {
  agent.destroy();
  if (server !== undefined && server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(data, { recursive: true, force: true });
}

async function measure(url: string, key: string, modelId: string, one: Case): Promise<(string | number)[]> {
  const path = `${url}/v1/models/${modelId}/predict`;
  let n = 0;
  const call = () => timed(path, key, bodyOf(one, n++));
  for (let warm = 0; warm < WARM_UP; warm++) await call();
  const alone: number[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; )
    alone.push(await call());
  const health: number[] = [];
  let answered = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (performance.now() < until) {
      await call();
      answered++;
    }
  });
  while (performance.now() < until) {
    health.push(await timed(`${url}/healthz`, key, null));
    await sleep(50);
  }
  await Promise.all(callers);
  const rate = answered / ((performance.now() - started) / 1000);
  const shown = [quantile(alone, 0.5), quantile(alone, 0.99)].map((ms) => ms.toFixed(1));
  return [one.name, ...shown, rate.toFixed(0), quantile(health, 0.99).toFixed(1), loadavg()[0]!.toFixed(1)];
}

function bodyOf({ items, candidates }: Case, n: number): object {
  const drawn = (count: number, by: number) =>
    Array.from({ length: count }, (_, at) => itemId((n * 104_729 + at * by) % items));
  return {
    history: drawn(HISTORY, 31),
    ...(candidates !== null && { candidate_item_ids: drawn(candidates, 97) }),
  };
}

/** Milliseconds from the request to the last byte of its answer. */
async function timed(url: string, key: string, body: object | null): Promise<number> {
  const text = body === null ? undefined : JSON.stringify(body);
  const started = performance.now();
  const outgoing = request(url, {
    agent,
    method: text === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    },
  });
  outgoing.end(text);
  const [incoming] = await once(outgoing, 'response');
  let answer = '';
  for await (const chunk of incoming.setEncoding('utf8')) answer += chunk;
  if (incoming.statusCode !== 200) throw new Error(`${url} answered ${incoming.statusCode}: ${answer}`);
  return performance.now() - started;
}

async function listening(folder: string, child: ChildProcess): Promise<string> {
  let output = '';
  for (;;) {
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
    if (found !== undefined) {
      child.stdout!.resume();
      return found;
    }
    const [chunk] = await once(child.stdout!, 'data');
    output += String(chunk);
    if (child.exitCode !== null) throw new Error(`serve on ${folder} ended: ${output}`);
  }
}
