/**
 * People a second of the operator's import into a new folder, with each encoder of the repository. The texts
 * have some 20 words in three sentences. They are given as free text from which rules read fields, or
 * (`--soft`) as a soft field.
 *
 *   npm run bench -- import [--people 2000] [--soft] [--encoder embedded]
 *
 * With a domain, the texts are those of its evaluation, over and over. They are imported by a fast reading,
 * then read in full behind it; others are imported in full at once:
 *
 *   npm run bench -- import --domain agent-to-agent [--people 20000]
 *
 * With a number of rows, it is the pace at which a CSV file is read, mapped and checked (`--dry-run`):
 *
 *   npm run bench -- import --rows 1000000
 *
 * With `--store` the rows are stored too, read fast.
 */

import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parts, readCases } from '../eval/extraction/read-cases.ts';
import { openIntake } from '../src/composition/open-intake.ts';
import { openStoreAndAccounts } from '../src/composition/open-store.ts';
import { readSettings } from '../src/platform/config/read-settings.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { aText } from './writes/write-texts.ts';

const { values: options } = parseArgs({
  options: {
    people: { type: 'string' },
    soft: { type: 'boolean', default: false },
    encoder: { type: 'string' },
    domain: { type: 'string' },
    rows: { type: 'string' },
    store: { type: 'boolean', default: false },
  },
});
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** As the job reads them. */
const ROWS_A_CHUNK = 128;
const WARM_UP_CHUNKS = 4;
let imports = 0;
if (options.rows !== undefined) await benchRows(Number(options.rows));
else if (options.domain === undefined) await benchEncoders(Number(options.people ?? 2000));
else await benchReadings(options.domain, Number(options.people ?? 20_000));

async function benchEncoders(people: number): Promise<void> {
  const rows: (string | number)[][] = [];
  const bodyOf = (n: number) =>
    options.soft ? { fields: { values_text: aText(n) } } : { context: aText(n) };
  for (const encoder of options.encoder === undefined ? ['embedded', 'contextual'] : [options.encoder]) {
    using folder = openBenchFolder();
    const data = await aService(folder.path, 'dating');
    rows.push([encoder, ...(await paceOf(data, people, bodyOf, { domain: 'dating', encoder }))]);
  }
  console.log(
    `${people} people, ${options.soft ? 'soft field' : 'free text'}; load ${loadavg()[0]!.toFixed(1)}`,
  );
  printTable(['encoder', 'people a second', 'ms of processor time a person'], rows);
}

async function benchReadings(domain: string, people: number): Promise<void> {
  const cases = new URL('../eval/extraction/', import.meta.url).pathname;
  const texts = parts.flatMap((part) => (readCases(cases, domain, part) ?? []).map(({ text }) => text));
  const bodyOf = (n: number) => ({ context: texts[n % texts.length]! });
  const characters = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  using folder = openBenchFolder();
  const data = await aService(folder.path, domain);
  const fast = await paceOf(data, people, bodyOf, { domain, reading: 'fast' });
  const behind = await paceBehind(data, domain);
  // As many rows as take some seconds.
  const full = await paceOf(data, Math.min(people, 4000), bodyOf, { domain, reading: 'full' });
  console.log(
    `${people} people of ${domain}, texts of ${characters.toFixed(0)} characters; load ${loadavg()[0]!.toFixed(1)}`,
  );
  printTable(
    ['reading', 'people a second', 'ms of processor time a person'],
    [
      ['fast', ...fast],
      ['full, behind', ...behind],
      ['full, before the rows are stored', ...full],
    ],
  );
}

async function benchRows(rows: number): Promise<void> {
  using folder = openBenchFolder();
  const data = await aService(folder.path, 'dating');
  const mapping = join(folder.path, 'mapping.yaml');
  writeFileSync(
    mapping,
    'domain: dating\nuser_id: id\nfields: {age: {column: age, as: integer}, gender: sex, location: city}\ncontext: about\n',
  );
  const paceOfRows = async (count: number) => {
    const file = join(folder.path, `people-${count}.csv`);
    await writeRows(file, count);
    const flags = ['--tenant', 'bench', '--mapping', mapping, '--data', data];
    if (!options.store) flags.push('--dry-run');
    return runToEnd(process.execPath, [main, 'import', ...flags, file]);
  };
  const few = await paceOfRows(rows / 10);
  const all = await paceOfRows(rows);
  const counted = rows - rows / 10;
  console.log(
    `${rows} rows of CSV, checked and ${options.store ? '' : 'not '}stored; load ${loadavg()[0]!.toFixed(1)}`,
  );
  printTable(
    ['rows a second', 'ms of processor time a row'],
    [
      [
        Math.round(counted / (all.seconds - few.seconds)),
        ((1000 * (all.processorSeconds - few.processorSeconds)) / counted).toFixed(4),
      ],
    ],
  );
}

async function writeRows(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file);
  out.write('id,age,sex,city,about\n');
  for (let n = 0; n < rows; n++) {
    const sex = n % 2 === 0 ? 'woman' : 'man';
    if (!out.write(`p-${n},${20 + (n % 50)},${sex},"Lisbon, Portugal","${aText(n)}"\n`))
      await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

async function aService(folder: string, domain: string): Promise<string> {
  const data = join(folder, 'data');
  const flags = ['--domains', domain, '--email', 'bench@example.com', '--data', data];
  await runToEnd(process.execPath, [main, 'tenants', 'create', 'bench', ...flags]);
  return data;
}

/** The difference of two imports, which leaves the start of the process out. */
async function paceOf(
  data: string,
  people: number,
  bodyOf: (n: number) => object,
  how: { readonly domain: string; readonly encoder?: string; readonly reading?: string },
): Promise<readonly [number, string]> {
  const few = await importOf(data, people / 10, bodyOf, how);
  const all = await importOf(data, people, bodyOf, how);
  const counted = people - people / 10;
  return [
    Math.round(counted / (all.seconds - few.seconds)),
    ((1000 * (all.processorSeconds - few.processorSeconds)) / counted).toFixed(2),
  ];
}

/** New people, with ids that no earlier import used. */
async function importOf(
  data: string,
  people: number,
  bodyOf: (n: number) => object,
  { domain, encoder = 'embedded', reading = 'fast' }: Parameters<typeof paceOf>[3],
) {
  imports++;
  const file = join(data, '..', `people-${imports}.ndjson`);
  const users = Array.from({ length: people }, (_, n) =>
    JSON.stringify({ user_id: `p-${imports}-${n}`, ...bodyOf(n) }),
  );
  writeFileSync(file, users.join('\n'));
  const flags = ['--tenant', 'bench', '--domain', domain, '--reading', reading, '--data', data];
  return runToEnd(process.execPath, [main, 'import', ...flags, file], {
    env: { ...process.env, TEXT_ENCODER: encoder },
  });
}

/** Runs the full reading in this process. The start of its job is left out. */
async function paceBehind(data: string, domain: string): Promise<readonly [number, string]> {
  const opened = await openStoreAndAccounts({ data });
  const { tenantId } = await opened.accounts.findTenant('bench');
  const settings = readSettings({}, ['--data', data]);
  const events = { mayBeginSwitch: false, onNotice: () => {} };
  const { profiles, close } = await openIntake(settings, events, { readsMany: true, over: opened });
  let rows = 0;
  let [started, processor] = [performance.now(), process.cpuUsage()];
  try {
    for (let chunk = 0; ; chunk++) {
      const read = await profiles.readInFull(tenantId, domain, ROWS_A_CHUNK);
      if (read === null) break;
      rows += read.rows;
      // Rules are compiled, and the thread is loaded.
      if (chunk === WARM_UP_CHUNKS) [rows, started, processor] = [0, performance.now(), process.cpuUsage()];
    }
    const { user, system } = process.cpuUsage(processor);
    const seconds = (performance.now() - started) / 1000;
    return [Math.round(rows / seconds), ((user + system) / 1000 / rows).toFixed(2)];
  } finally {
    await close();
    await opened.close();
  }
}
