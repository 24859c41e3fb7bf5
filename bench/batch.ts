/**
 * Measures how many people a second a server takes: by POST /users one by one, by POST /users/batch over one
 * connection, and by `counterpart import`. The batch is sent without a key, with an `Idempotency-Key`, and
 * again with the same key. People have texts: a soft field, which is encoded, or with `--extract` free text,
 * from which rules read fields. The memory of the server is read at the start, in the middle and at the end
 * of each batch.
 *
 * npm run bench -- batch [--people 60000] [--singly 10000] [--writers 32] [--extract] [--no-keyed]
 * [--no-import]
 *
 * A long batch alone: --people 1000000 --singly 0 --no-keyed --no-import
 */
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { request } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { type RunningServer, runServer } from './world/running-server.ts';
import { worldFolder } from './world/world-folder.ts';
import { aText } from './writes/write-texts.ts';

const { values: flags } = parseArgs({
  options: {
    people: { type: 'string', default: '60000' },
    singly: { type: 'string', default: '10000' },
    writers: { type: 'string', default: '32' },
    extract: { type: 'boolean', default: false },
    keyed: { type: 'boolean', default: true },
    import: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const PEOPLE = Number(flags.people);
/** Lines that a new server is sent before it is measured: its code is compiled then. */
const WARM_UP = 10_000;
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

using folder = openBenchFolder(undefined);
const world = await worldFolder(folder.path, 1000);
interface Row {
  readonly name: string;
  readonly people: number;
  readonly took: number;
  /** Resident memory in MiB: at the start, in the middle, at the end. */
  readonly memory?: readonly number[];
  readonly processor?: number;
  readonly load: number;
}
const rows: Row[] = [];
{
  await using server = await runServer(folder.path, world.key);
  await writeBatch(server, 'warm', {}, () => {}, WARM_UP);
  if (flags.singly !== '0') {
    await measure(server, `POST /users, ${flags.writers} at once`, Number(flags.singly), () =>
      writeSingly(server),
    );
  }
  await measure(server, 'POST /users/batch, one connection', PEOPLE, (half) =>
    writeBatch(server, 'batch', {}, half),
  );
  if (flags.keyed) {
    const headers = { 'idempotency-key': `bench ${process.pid}` };
    for (const name of ['with Idempotency-Key', 'again with that key']) {
      await measure(server, `the same ${name}`, PEOPLE, (half) => writeBatch(server, 'keyed', headers, half));
    }
  }
}
if (flags.import) {
  const started = performance.now();
  await importFile();
  const took = seconds(started);
  rows.push({ name: 'import (starting included)', people: PEOPLE, took, load: loadavg()[0]! });
}
console.log(`${flags.extract ? 'texts are extracted and encoded' : 'texts are encoded'}`);
printTable(
  [
    ...['', 'people', 'seconds', 'people a second', 'processor ms a person'],
    ...['memory of the server at the start, in the middle, at the end, MiB', 'load average'],
  ],
  rows.map(({ name, people, took, memory, processor, load }) => [
    ...[name, people, took.toFixed(1), Math.round(people / took).toLocaleString('en')],
    processor === undefined ? '' : ((1000 * processor) / people).toFixed(2),
    memory?.join(', ') ?? '',
    load.toFixed(1),
  ]),
);

function seconds(since: number): number {
  return (performance.now() - since) / 1000;
}

async function measure(
  server: RunningServer,
  name: string,
  people: number,
  write: (atHalf: () => void) => Promise<void>,
) {
  const began = performance.now();
  const before = server.processorSeconds();
  const memory: number[] = [];
  const sampleMemory = () => memory.push(Math.round(server.memory().now / 2 ** 20));
  sampleMemory();
  await write(sampleMemory);
  sampleMemory();
  const processor = server.processorSeconds() - before;
  rows.push({ name, people, took: seconds(began), memory, processor, load: loadavg()[0]! });
}

async function writeSingly(server: RunningServer): Promise<void> {
  let next = 0;
  const writer = async () => {
    while (next < Number(flags.singly)) {
      const { status } = await server.call('POST', '/v1/users', aUser('single', next++));
      if (status !== 200) throw new Error(`${status}`);
    }
  };
  await Promise.all(Array.from({ length: Number(flags.writers) }, writer));
}

async function writeBatch(
  { url }: RunningServer,
  kind: string,
  key: Readonly<Record<string, string>>,
  atHalf: () => void,
  people = PEOPLE,
): Promise<void> {
  const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'application/x-ndjson', ...key };
  const outgoing = request(`${url}/v1/users/batch`, { method: 'POST', headers });
  Readable.from(lines(kind, people), { objectMode: false }).pipe(outgoing);
  const [answer] = await once(outgoing, 'response');
  let answered = 0;
  for await (const line of createInterface({ input: answer })) {
    if (!line.includes('"status":200')) throw new Error(line);
    if (++answered === Math.floor(people / 2)) atHalf();
  }
  if (answered !== people) throw new Error(`${answered} of ${people} lines were answered`);
}

/** Many lines to a piece, so that the client costs little. */
function* lines(kind: string, people: number): Generator<string> {
  for (let n = 0; n < people; n += 100) {
    const count = Math.min(100, people - n);
    yield Array.from({ length: count }, (_, at) => `${JSON.stringify(aUser(kind, n + at))}\n`).join('');
  }
}

async function importFile(): Promise<void> {
  const file = join(folder.path, 'imported.ndjson');
  const stream = createWriteStream(file);
  for (const piece of lines('imported', PEOPLE)) if (!stream.write(piece)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
  const to = ['--tenant', 'bench', '--domain', 'dating', '--data', folder.path];
  await runToEnd(process.execPath, [main, 'import', ...to, file]);
  rmSync(file);
}

function aUser(kind: string, n: number) {
  return {
    user_id: `${kind}-${process.pid}-${n}`,
    domain: 'dating',
    fields: {
      age: 20 + (n % 50),
      gender: n % 2 === 0 ? 'woman' : 'man',
      location: 'Lisbon',
      ...(!flags.extract && { values_text: aText(n) }),
    },
    ...(flags.extract && { context: aText(n) }),
  };
}
