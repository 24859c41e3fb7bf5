/**
 * A server in its own process over a data folder: its start, its memory and processor time, and calls to it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processorSeconds } from '../support/measure.ts';

/** The service of this checkout. */
const ownEntry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const LONGEST_START_MS = 60 * 60_000;

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly ms: number;
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
  /** From its start until `GET /readyz` answered 200, ms. */
  readonly readyMs: number;
  /** From its start until it answered the first match, ms. */
  firstMatchMs(body: object): Promise<number>;
  call<Body>(method: string, path: string, body?: object): Promise<Answer<Body>>;
  /** Resident memory now and its peak, bytes; NaN where the system is not Linux. */
  memory(): { readonly now: number; readonly most: number };
  /** Processor time of all its threads since its start. */
  processorSeconds(): number;
  /** Sum of a metric over its labels, and by the value of one label. */
  metric(name: string, label?: string): Promise<ReadonlyMap<string, number>>;
  stop(): Promise<void>;
}

export async function runServer(
  data: string,
  key: string,
  settings: readonly string[] = [],
  /** Answers 200 when the server counts as started. */
  readyPath = '/readyz',
  entry = ownEntry,
  nodeOptions: readonly string[] = [],
): Promise<RunningServer> {
  const started = performance.now();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      ...nodeOptions,
      entry,
      'serve',
      '--data',
      data,
      '--port',
      String(port),
      '--log-level',
      'error',
      ...settings,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  /** By path: in the client, no match waits for the connections that hundreds of writes hold. */
  const agents = new Map<string, Agent>();
  const agentOf = (path: string) => {
    const agent = agents.get(path) ?? new Agent({ keepAlive: true, maxSockets: 256 });
    agents.set(path, agent);
    return agent;
  };
  const call = <Body>(method: string, path: string, body?: object) =>
    callOver<Body>(agentOf(path), url, key, method, path, body);
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      if (performance.now() - started > LONGEST_START_MS) throw new Error('the server does not become ready');
      await sleep(50);
    }
    return performance.now() - started;
  };
  const readyMs = await until(async () => {
    const answer = await call('GET', readyPath).catch(() => null);
    return answer?.status === 200;
  });
  const stop = async () => {
    for (const agent of agents.values()) agent.destroy();
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  };
  return {
    url,
    process: child,
    readyMs,
    call,
    firstMatchMs: (body) =>
      until(async () => {
        const { status, body: answer } = await call('POST', '/v1/match', body);
        if (status !== 200 && status !== 503) throw new Error(`${status} ${JSON.stringify(answer)}`);
        return status === 200;
      }),
    memory: () => ({ now: statusLine(child, 'VmRSS'), most: statusLine(child, 'VmHWM') }),
    processorSeconds: () => processorSeconds(child),
    metric: async (name, label) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return metricOf(text, name, label);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function callOver<Body>(
  agent: Agent,
  url: string,
  key: string,
  method: string,
  path: string,
  body: object | undefined,
): Promise<Answer<Body>> {
  const started = performance.now();
  const given = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${key}`,
    ...(given !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(given),
    }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method, agent, headers }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const isJson = incoming.headers['content-type']?.includes('json') === true;
        resolve({
          status: incoming.statusCode!,
          body: (isJson && text !== '' ? JSON.parse(text) : text) as Body,
          ms: performance.now() - started,
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(given);
  });
}

function statusLine({ pid }: ChildProcess, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return 1024 * Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]);
  } catch {
    return Number.NaN;
  }
}

function metricOf(text: string, name: string, label: string | undefined): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, found, labels = '', value] = /^([a-z_]+)(\{[^}]*\})? (\S+)$/.exec(line) ?? [];
    if (found !== name) continue;
    const of = label === undefined ? '' : (new RegExp(`${label}="([^"]*)"`).exec(labels)?.[1] ?? '');
    sums.set(of, (sums.get(of) ?? 0) + Number(value));
  }
  return sums;
}
