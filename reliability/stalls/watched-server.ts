/** A server in its own process, with the longest hold of its event loop and a probe during every request. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RunningService, startService } from '../../test/running-service.ts';
import type { LongestHold } from './loop-monitor.ts';

const monitor = fileURLToPath(new URL('loop-monitor.ts', import.meta.url));
/** Work after an answer, and the sample that measures it, are done by then. */
const SETTLE_MS = 60;
const PROBE_EVERY_MS = 20;
/** A request that takes longer counts as unanswered. */
const TIMEOUT_MS = 60_000;

interface Answer {
  readonly status: number;
  readonly bytes: number;
  readonly body: Record<string, unknown>;
}

interface Watched extends Answer {
  readonly tookMs: number;
  /** Longest hold of the server's event loop from the request to a moment after its answer. */
  readonly hold: LongestHold;
  /** Every GET /healthz during the request was answered with 200. */
  readonly probesAnswered: boolean;
}

export interface WatchedServer {
  send(method: string, path: string, body?: string | Buffer): Promise<Answer>;
  watch(method: string, path: string, body?: string | Buffer, mediaType?: string): Promise<Watched>;
  stop(): Promise<void>;
}

interface Keys {
  readonly key: string;
  /** For the operations below `/v1/admin` and `/v1/experiments`. */
  readonly operatorKey: string;
}

const isOperators = (path: string) => /^\/v1\/(admin|experiments)\b/.test(path);

export async function startWatchedServer(data: string, keys: Keys): Promise<WatchedServer> {
  const service = await startService(data, [], { preload: monitor });
  // One connection for the requests, another for the probes.
  const agents = { request: new Agent({ keepAlive: true }), probe: new Agent({ keepAlive: true }) };
  const send = (method: string, path: string, body?: string | Buffer, mediaType = 'application/json') =>
    call(agents.request, service, isOperators(path) ? keys.operatorKey : keys.key, {
      method,
      path,
      body,
      mediaType,
    });
  return {
    send,
    watch: async (method, path, body, mediaType) => {
      await ask(service, 'reset');
      const probes = probe(agents.probe, service);
      const began = performance.now();
      const answer = await send(method, path, body, mediaType);
      const tookMs = performance.now() - began;
      await sleep(SETTLE_MS);
      const probesAnswered = await probes.stop();
      return { ...answer, tookMs, probesAnswered, hold: await ask(service, 'read') };
    },
    stop: async () => {
      for (const agent of Object.values(agents)) agent.destroy();
      await service.stop();
    },
  };
}

async function ask({ process }: RunningService, question: 'reset' | 'read'): Promise<LongestHold> {
  const answered = once(process, 'message');
  process.send(question);
  const [hold] = (await answered) as [LongestHold];
  return hold;
}

/** Probes until it is stopped, and then waits for the last probe. */
function probe(agent: Agent, { url }: RunningService) {
  let isOver = false;
  const all = (async () => {
    while (!isOver) {
      const answered = await probeOnce(agent, url);
      if (!answered) return false;
      await sleep(PROBE_EVERY_MS);
    }
    return true;
  })();
  return {
    stop: () => {
      isOver = true;
      return all;
    },
  };
}

function probeOnce(agent: Agent, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = request(`${url}/healthz`, { agent, timeout: TIMEOUT_MS }, (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode === 200));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', () => resolve(false));
    outgoing.end();
  });
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string | Buffer | undefined;
  readonly mediaType: string;
}

let sent = 0;

function call(
  agent: Agent,
  { url }: RunningService,
  key: string,
  { method, path, body, mediaType }: Sent,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    'idempotency-key': `reliability-${++sent}`,
    ...(body !== undefined && {
      'content-type': mediaType,
      'content-length': Buffer.byteLength(body),
    }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method, agent, headers, timeout: TIMEOUT_MS }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const bytes = Buffer.concat(parts);
        const isJson = incoming.headers['content-type']?.startsWith('application/json');
        const body = isJson ? JSON.parse(bytes.toString()) : {};
        resolve({ status: incoming.statusCode!, bytes: bytes.length, body: body });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path} got no answer`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
