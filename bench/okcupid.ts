/**
 * 59,946 real profiles in the way of a new user: an own domain version and mapping, the import, a server,
 * 1,000 seekers over HTTP. Prints rows a second, latency by stage, peak memory and ten examples. Also counts
 * matches that break a stated preference, computed from the source file and not by the service; there must be
 * none.
 *
 *   npm run bench -- okcupid [FOLDER with profiles_revised.csv, by default COUNTERPART_TEST_DATA]
 */
import type { ChildProcess } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse';
import type { MatchResult } from '../src/contract/match.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { peakMemoryMiB, printTable, runToEnd } from './support/measure.ts';
import { runServer } from './world/running-server.ts';

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

using data = openBenchFolder();
await bench(csv);

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
  return runToEnd(process.execPath, [main, ...args, '--data', data.path], { cwd: repository });
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
  await using server = await runServer(data.path, key);
  const random = new SeededRandom(7);
  // The mapping rejects impossible ages.
  const ids = [...people].filter(([, { age }]) => Number(age) >= 18 && Number(age) <= 99).map(([id]) => id);
  const seekers = Array.from({ length: SEEKERS }, () => random.pick(ids));
  const firstMatchMs = await server.firstMatchMs(requestOf(seekers[0]!));
  console.log(
    `\nServer start to first match, index of ${ids.length} rows built: ${(firstMatchMs / 1000).toFixed(1)} s`,
  );
  const answers: Answer[] = [];
  for (const seekerId of seekers) {
    const { status, body, ms } = await server.call<MatchResult>('POST', '/v1/match', requestOf(seekerId));
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    answers.push({ seekerId, clientMs: ms, result: body });
  }
  report(answers, people, server.process);
}

function requestOf(seekerId: string) {
  return { user_id: seekerId, domain: 'dating', limit: 10, explain: true };
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

/** Whether `me` would date `other`, by sex and orientation in the source file. */
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
