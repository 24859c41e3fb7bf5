/**
 * 59,946 real profiles, as a new user would bring them: a domain version and a mapping of their own, the import, a
 * running server, 1,000 seekers over HTTP. Prints rows a second, latency by stage, peak memory, how many matches break
 * a stated preference (must be 0, judged from the source file and not by the service) and ten examples to read.
 *
 *   npm run bench -- okcupid [FOLDER with profiles_revised.csv]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse';
import type { MatchResult } from '../src/contract/match.ts';
import { SeededRandom } from '../src/numeric/seeded-random.ts';
import { quantile } from '../src/numeric/statistics.ts';
import { peakMemoryMiB, printTable, runToEnd } from './support/measure.ts';

const repository = join(dirname(fileURLToPath(import.meta.url)), '..');
const main = join(repository, 'src/main.ts');
const SEEKERS = 1000;
const EXAMPLES = 10;
/** Columns that an example shows. */
const SHOWN = [
  'age',
  'sex',
  'orientation',
  'status',
  'education',
  'job',
  'diet',
  'drinks',
  'drugs',
  'smokes',
  'offspring',
  'pets',
  'religion',
  'speaks',
  'height',
  'body_type',
];

type Row = Readonly<Record<string, string>>;

const folder = process.argv[2] ?? process.env.COUNTERPART_TEST_DATA ?? join(repository, '../shared/data');
const csv = [join(folder, 'profiles_revised.csv'), join(folder, 'okcupid/profiles_revised.csv')].find(
  existsSync,
);
if (csv === undefined) {
  console.log(`No profiles_revised.csv in ${folder}: name its folder. Nothing was measured.`);
  process.exit(0);
}

const data = mkdtempSync(join(tmpdir(), 'counterpart-okcupid-'));
try {
  await bench(csv);
} finally {
  rmSync(data, { recursive: true, force: true });
}

async function bench(source: string): Promise<void> {
  const people = await readPeople(source);
  await counterpart('tenants', 'create', 'okcupid', '--domains', 'dating', '--email', 'bench@example.com');
  await counterpart('domains', 'add', 'bench/okcupid/dating.v2.yaml', '--tenant', 'okcupid');
  const made = await counterpart('keys', 'create', '--tenant', 'okcupid', '--rate', '100000', '--json');
  const { key } = JSON.parse(made.stdout) as { key: string };
  const mapping = join(repository, 'bench/okcupid/mapping.yaml');
  const imported = await counterpart(
    'import',
    '--tenant',
    'okcupid',
    '--domain',
    'dating',
    '--mapping',
    mapping,
    source,
  );
  console.log(imported.stdout.trim().split('\n').slice(-4).join('\n'));
  printTable(
    ['import', 'rows', 'seconds', 'rows/s', 'peak MiB'],
    [
      [
        'CSV → store',
        people.length,
        imported.seconds.toFixed(1),
        Math.round(people.length / imported.seconds),
        Math.round(imported.peakMiB),
      ],
    ],
  );
  await measureMatches(people, key);
}

function counterpart(...args: string[]) {
  return runToEnd(process.execPath, [main, ...args, '--data', data], { cwd: repository });
}

async function readPeople(source: string): Promise<ReadonlyMap<string, Row> & { readonly length: number }> {
  const people = new Map<string, Row>();
  let row = 0;
  for await (const record of createReadStream(source).pipe(parse({ columns: true, bom: true }))) {
    row++;
    people.set(`okc-${row}`, record as Row);
  }
  return Object.assign(people, { length: row });
}

interface Answer {
  readonly seekerId: string;
  readonly clientMs: number;
  readonly result: MatchResult;
}

async function measureMatches(people: ReadonlyMap<string, Row>, key: string): Promise<void> {
  const port = await freePort();
  const started = performance.now();
  const server = spawn(process.execPath, [main, 'serve', '--data', data, '--port', String(port)], {
    cwd: repository,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'error' },
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitUntil(async () => (await fetch(`${url}/readyz`)).ok);
    const random = new SeededRandom(7);
    // The mapping turns away ages that cannot be true.
    const ids = [...people].filter(([, { age }]) => Number(age) >= 18 && Number(age) <= 99).map(([id]) => id);
    const seekers = Array.from({ length: SEEKERS }, () => random.pick(ids));
    await waitUntil(async () => (await ask(url, key, seekers[0]!)) !== null);
    console.log(
      `\nServer start to first match, index of ${ids.length} rows built: ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
    const answers: Answer[] = [];
    for (const seekerId of seekers) {
      const answer = await ask(url, key, seekerId);
      if (answer === null) throw new Error(`no answer for ${seekerId}`);
      answers.push(answer);
    }
    report(answers, people, server);
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
}

/** null while the index is warming up. */
async function ask(url: string, key: string, seekerId: string): Promise<Answer | null> {
  const started = performance.now();
  const response = await fetch(`${url}/v1/match`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: seekerId, domain: 'dating', limit: 10, explain: true }),
  });
  const text = await response.text();
  if (response.status === 503) return null;
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return { seekerId, clientMs: performance.now() - started, result: JSON.parse(text) as MatchResult };
}

function report(answers: readonly Answer[], people: ReadonlyMap<string, Row>, server: ChildProcess): void {
  const stages = Object.keys(answers[0]!.result.timings_ms ?? {});
  const row = (name: string, values: readonly number[]) => [
    name,
    ...[0.5, 0.95, 0.99, 1].map((q) => quantile(values, q).toFixed(1)),
  ];
  printTable(
    ['POST /match, ms', 'p50', 'p95', 'p99', 'max'],
    [
      row(
        'whole, at the client',
        answers.map((answer) => answer.clientMs),
      ),
      ...stages.map((stage) =>
        row(
          stage,
          answers.map((answer) => answer.result.timings_ms?.[stage] ?? 0),
        ),
      ),
    ],
  );
  const matches = answers.flatMap(({ seekerId, result }) =>
    result.matches.map((match) => [seekerId, match.user_id] as const),
  );
  const broken = matches.filter(
    ([a, b]) => !wants(people.get(a)!, people.get(b)!) || !wants(people.get(b)!, people.get(a)!),
  );
  printTable(
    ['seekers', 'matches', 'median survivors of sql_filter', 'break a stated preference', 'server peak MiB'],
    [
      [
        answers.length,
        matches.length,
        quantile(
          answers.map((answer) => answer.result.pipeline_stats.after_sql_filter),
          0.5,
        ),
        broken.length,
        Math.round(peakMemoryMiB(server)),
      ],
    ],
  );
  for (const answer of answers.slice(0, EXAMPLES)) printExample(answer, people);
  if (broken.length > 0) {
    console.log(
      `BROKEN: ${broken
        .slice(0, 5)
        .map((pair) => pair.join(' – '))
        .join(', ')}`,
    );
    process.exitCode = 1;
  }
}

/** What sex and orientation say in the source file: whom `me` would date. */
function wants(me: Row, other: Row): boolean {
  if (me.orientation === 'bisexual') return true;
  return (me.orientation === 'straight') === (me.sex !== other.sex);
}

function describe(row: Row): string {
  return SHOWN.map((name) => row[name]?.replaceAll('&rsquo;', '’'))
    .filter((value) => value !== undefined && value !== '')
    .join(' · ');
}

function printExample({ seekerId, result }: Answer, people: ReadonlyMap<string, Row>): void {
  console.log(`\n${seekerId}: ${describe(people.get(seekerId)!)}`);
  for (const match of result.matches.slice(0, 3)) {
    console.log(`  ${match.score.toFixed(3)} ${match.user_id}: ${describe(people.get(match.user_id)!)}`);
    console.log(`        ${(match.reasons ?? []).join(' · ')}`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitUntil(holds: () => Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await holds().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not within ${timeoutMs / 1000} s`);
}
