/**
 * Every command of the guide succeeds. The commands of a page run in order, in a fresh copy of the
 * repository, against the server that the page starts. Where the page shows a command's output, the shape is
 * compared.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownEnvironment } from './running-service.ts';
import { commandsOf, hasShape, startsServer } from './support/guide-page.ts';

const root = join(import.meta.dirname, '..');
const guide = join(root, 'docs', 'guide');
const folder = mkdtempSync(join(tmpdir(), 'guide-'));

/** Pages in the order in which they are read: a later one may use what an earlier one made. */
const pages = [
  'first-match',
  'activity',
  'bring-your-people',
  'connect',
  'your-own-domain',
  'outcomes-and-training',
  'how-learning-works',
  'datasets',
  'semantic-ids',
  'models',
  'generation',
  'jobs',
  'text-encoders',
  'other-services',
  'fair-exposure',
  'production',
  'backup-and-upgrade',
  'audit',
  'observability',
  'many-machines',
];

/** Pages whose examples other tests run: those of the clients, of the MCP server and of the console. */
const runElsewhere: Readonly<Record<string, string>> = {
  console: 'test/service/cli.test.ts',
  webhooks: 'test/webhooks-guide.test.ts',
  experiments: 'test/service/cli-experiments.test.ts',
  'model-experiments': 'test/cli-models.test.ts',
  mcp: 'test/mcp.test.ts',
  opensearch: 'test/service/cli.test.ts',
  'sign-in': 'test/service/sign-in.test.ts',
  'python-sdk': 'sdk/python/tests/test_guide.py',
  'typescript-sdk': 'sdk/typescript/test/package.slow.test.ts',
};

/** Commands that need what a test machine lacks. */
const notRun: Readonly<Record<string, string>> = {
  'COUNTERPART_ARTIFACTS=s3://files/counterpart AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… npm start':
    'needs a bucket',
  'npm run counterpart -- copy --from ./data --to env:DATABASE_URL --prepare': 'needs a PostgreSQL server',
  'npm run counterpart -- copy --from ./data --to env:DATABASE_URL --resume': 'needs a PostgreSQL server',
  [`curl -s localhost:8080/v1/model-aliases/live/refits -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: shop-refit-1' -d '{"dataset_id": "ds_01k…"}'`]:
    'test/refit.long.test.ts: needs a dataset with later events',
  'curl -sN "localhost:8080/v1/events?types=match.made&types=outcome.recorded" -H "Authorization: Bearer $KEY"':
    'test/service/event-stream.test.ts: stays open',
  'LLM_URL=… LLM_MODEL=… npm run eval -- extraction --llm': 'needs a language model',
  'createdb counterpart': 'needs a PostgreSQL server',
  'counterpart audit verify --tenant acme --noted 1284:9b1e…': 'needs the hash of a day before',
  'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 npm start':
    'test/service/tracing.test.ts: needs a collector',
  'DATABASE_URL=postgres://counterpart:secret@db.example/counterpart npm start -- --data /var/lib/counterpart':
    'needs a PostgreSQL server',
  'DATABASE_URL=postgres://counterpart:secret@db.example/counterpart npm start -- --job-workers 0':
    'needs a PostgreSQL server',
  'DATABASE_URL=postgres://counterpart:secret@db.example/counterpart npm run counterpart -- work':
    'needs a PostgreSQL server',
  'DATABASE_URL=postgres://counterpart:secret@db.example/counterpart COUNTERPART_REPLICA_URL=http://10.0.0.5:8090 COUNTERPART_STOP_DELAY=5 npm start':
    'needs a PostgreSQL server',
};

/** Environment of the commands, in addition to that of the machine. */
const environment: Record<string, string> = {};
let port: number;
let server: ChildProcess | null = null;
let serverOutput = '';

const url = (path: string) => `http://127.0.0.1:${port}${path}`;

beforeAll(async () => {
  const left = ['.git', 'data', 'dist', 'node_modules', 'console', 'release'].map((name) => join(root, name));
  cpSync(root, folder, { recursive: true, filter: (path) => !left.includes(path) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  port = await freePort();
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const program = (name: string, line: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  program('counterpart', `exec '${process.execPath}' '${join(folder, 'bin', 'counterpart.mjs')}' "$@"`);
  // A refusal of the service fails the command.
  program('curl', `PATH='${process.env.PATH}' exec curl --fail-with-body --write-out '\\n' "$@"`);
  Object.assign(environment, ownEnvironment, {
    PATH: [programs, process.env.PATH].join(delimiter),
    PORT: String(port),
    // A start builds no page first; no page of the guide looks at the console.
    COUNTERPART_CONSOLE: 'off',
  });
});

afterAll(async () => {
  await stopServer();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address() as { port: number };
  probe.close();
  return free;
}

async function stopServer(): Promise<void> {
  if (server === null) return;
  const ended = once(server, 'close');
  process.kill(-server.pid!, 'SIGTERM');
  await ended;
  server = null;
}

/** Runs until the next one starts. */
async function startServer(command: string): Promise<void> {
  await stopServer();
  serverOutput = '';
  server = spawn('bash', ['-c', command], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout!, server.stderr!])
    stream.setEncoding('utf8').on('data', (text) => {
      serverOutput += text;
    });
  await eventually(async () => {
    expect(server!.exitCode, serverOutput).toBe(null);
    return fetch(url('/readyz')).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    );
  });
}

async function eventually<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    await sleep(100);
  }
}

/** Output of the command; a code other than 0 fails the test. */
async function run(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', command], {
    cwd: folder,
    env: environment,
    maxBuffer: 64 * 2 ** 20,
  }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}\n${serverOutput.slice(-2000)}`);
  });
  return stdout;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many operations
async function call(path: string, body?: object): Promise<any> {
  const answer = await fetch(url(`/v1/${path}`), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${environment.KEY}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${path}: ${text}`).toBe(true);
  return JSON.parse(text);
}

/** A dataset, tokenizer or model. */
interface Made {
  readonly id: string;
  readonly status: string;
  readonly architecture?: string;
}

/** The newest of the list. */
const newest = async (path: string, isWanted: (one: Made) => boolean = () => true) =>
  ((await call(path)) as { readonly data: readonly Made[] }).data
    .filter(isWanted)
    .sort((a, b) => (a.id < b.id ? 1 : -1))[0]!;

/** The newest one, once it is ready. A command that asked so often would take the processor from its training. */
const ready = (path: string, isWanted?: (one: Made) => boolean) =>
  eventually(async () => {
    const found = await newest(path, isWanted);
    expect(found?.status, JSON.stringify(found)).not.toBe('failed');
    return found?.status === 'ready' ? found.id : undefined;
  });

/** Words of the pages that stand for an id or a secret. */
const placeholders: Readonly<Record<string, () => Promise<string>>> = {
  'ds_01k…': async () => (await newest('datasets')).id,
  'tok_01k…': () => ready('tokenizers'),
  'model_01k…': () => ready('models', ({ architecture }) => architecture === wantedArchitecture),
  'job_01k…': async () => {
    // A new one: work that runs already may have ended before it is cancelled.
    const dataset = await placeholders['ds_01k…']!();
    const settings = '{"epochs": 50, "evaluation": "full"}';
    const made = await run(`counterpart adapt ${dataset} --name waits --settings '${settings}' --json`);
    return JSON.parse(made).job_id;
  },
  'key_01jx…': async () => (JSON.parse(await run('counterpart keys list --json')) as { id: string }[])[0]!.id,
  'Bearer …': async () => 'Bearer secret',
  'match_01jx…': async () => (await call('match', { user_id: 'ana', domain: 'dating' })).match_id,
};
let wantedArchitecture = 'sequential-recommender';

/** Sets up the prerequisites of a page. */
const before: Readonly<Record<string, () => Promise<void>>> = {
  async 'outcomes-and-training'() {
    const about = {
      ana: '30F, Lisbon. Looking for a serious relationship with a man 25-40.',
      emil: '32M, Lisbon.',
    };
    for (const [user_id, context] of Object.entries(about))
      await call('users', { user_id, domain: 'dating', context });
    // Equal people, half of them always accepted: enough for a run that is deployed.
    const fields = { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' };
    for (let n = 0; n < 40; n++) await call('users', { user_id: `p${n}`, domain: 'dating', fields });
    const items = Array.from({ length: 200 }, (_, n) => {
      const candidate = (n * 7) % 40;
      const seeker_id = `p${(candidate + 1 + Math.floor(n / 40)) % 40}`;
      return {
        seeker_id,
        candidate_id: `p${candidate}`,
        outcome: candidate % 2 === 0 ? 'accepted' : 'rejected',
      };
    });
    expect((await call('feedback', { domain: 'dating', items })).errors).toEqual([]);
  },
  async datasets() {
    const kinds = ['cup', 'tea', 'lamp', 'pot'];
    const items = kinds.flatMap((kind) =>
      Array.from({ length: 9 }, (_, n) => ({
        type: 'item',
        item_id: kind === 'lamp' ? `lamp-${n}` : `${kind}-0${n}`,
        text: `A ${kind} of the ${['red', 'blue', 'brass', 'oak', 'old', 'tall', 'flat', 'wide', 'new'][n]} kind`,
      })),
    );
    const events = Array.from({ length: 30 }, (_, person) =>
      Array.from({ length: 6 }, (_, step) => ({
        type: 'event',
        event_id: `e-${person}-${step}`,
        person_id: `p${person}`,
        item_id: items[(person * 5 + step) % items.length]!.item_id,
        kind: 'purchase',
        timestamp: new Date(Date.UTC(2024, 0, 1 + step, 0, person)).toISOString(),
      })),
    ).flat();
    const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(join(folder, 'items.jsonl'), lines(items));
    writeFileSync(join(folder, 'events.jsonl.gz'), gzipSync(lines(events)));
    const later = { ...events[0]!, event_id: 'e-later', timestamp: '2024-06-01T00:00:00.000Z' };
    writeFileSync(join(folder, 'today.jsonl.gz'), gzipSync(lines([later])));
    mkdirSync(join(folder, 'data', 'imports'), { recursive: true });
    const catalogue = items.map(({ item_id, text }) => ({ item_id, text }));
    writeFileSync(join(folder, 'data', 'imports', 'catalogue.jsonl'), lines(catalogue));
    const codes = items.map(({ item_id }, n) => [item_id, [`<a_${n % 6}>`, `<b_${Math.floor(n / 6)}>`]]);
    writeFileSync(join(folder, 'index.json'), JSON.stringify(Object.fromEntries(codes)));
  },
  async generation() {
    wantedArchitecture = 'generative-retriever';
  },
};

/** As it is typed here: ids in place of the placeholders, the port and folder of this test. */
async function typed(text: string): Promise<string> {
  let command = text
    .replaceAll('localhost:8080', `localhost:${port}`)
    .replace('--port 8080', `--port ${port}`)
    .replace('/var/lib/counterpart', join(folder, 'data'))
    .replace('/mnt/backups', join(folder, 'backups'));
  for (const [word, value] of Object.entries(placeholders))
    if (command.includes(word)) command = command.replaceAll(word, await value());
  if (command.includes('$RUN')) await deployed();
  return command;
}

async function deployed(): Promise<void> {
  const run = await eventually(async () => {
    const read = await call(`train/runs/${environment.RUN}`);
    return read.finished_at === null ? undefined : read;
  });
  expect(run.status, run.reason).toBe('deployed');
}

/** Later commands use the key and the run that were printed. */
function remember(output: string): void {
  const key = /cp_live_[A-Za-z0-9]+/.exec(output)?.[0];
  if (key !== undefined) environment.KEY = key;
  const runId = /"run_id":"([^"]+)"/.exec(output)?.[1];
  if (runId !== undefined) environment.RUN = runId;
}

function expectShown(output: string, shown: string): void {
  if (shown.startsWith('{')) {
    const printed = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(hasShape(printed, JSON.parse(shown)), `${output}\nhas not the shape of\n${shown}`).toBe(true);
  } else expect(output).toContain(shown);
}

test('every page of the guide is run, and the commands left out are on their pages', () => {
  const found = readdirSync(guide).filter((name) => name.endsWith('.md'));
  const known = [...pages, ...Object.keys(runElsewhere)];
  expect(known.map((page) => `${page}.md`).toSorted()).toEqual(found.toSorted());
  expect(Object.values(runElsewhere).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const all = pages.flatMap(commandsOfPage);
  expect(all.map(({ text }) => text)).toEqual(expect.arrayContaining(Object.keys(notRun)));
});

const commandsOfPage = (page: string) => commandsOf(readFileSync(join(guide, `${page}.md`), 'utf8'));

const commandsToRun = (page: string) => commandsOfPage(page).filter(({ text }) => notRun[text] === undefined);

// A page whose commands all run elsewhere has no test, and vitest refuses a suite without one.
describe.each(pages.filter((page) => commandsToRun(page).length > 0))('%s', (page) => {
  beforeAll(async () => {
    if (page !== 'first-match' && server === null) await startServer('npm start');
    await before[page]?.();
  }, 120_000);

  test.each(commandsToRun(page))('$text', { timeout: 300_000 }, async ({ text, shown }) => {
    const command = await typed(text);
    if (startsServer(text)) return startServer(command);
    const output = await run(command);
    remember(output);
    if (shown !== null) expectShown(output, shown);
  });
});
