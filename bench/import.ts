/**
 * People a second of the operator's import into a new folder, with each encoder of the repository. The texts
 * have some 20 words in three sentences. They are given as free text from which rules read fields, or
 * (`--soft`) as a soft field.
 *
 *   npm run bench -- import [--people 2000] [--soft] [--encoder embedded]
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { aText } from './writes/write-texts.ts';

const { values: given } = parseArgs({
  options: {
    people: { type: 'string', default: '2000' },
    soft: { type: 'boolean', default: false },
    encoder: { type: 'string' },
  },
});
const N = Number(given.people);
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const rows: (string | number)[][] = [];
for (const encoder of given.encoder === undefined ? ['embedded', 'contextual'] : [given.encoder]) {
  const [few, all] = [await importOf(encoder, N / 10), await importOf(encoder, N)];
  // The difference leaves the start of the process out.
  const people = N - N / 10;
  rows.push([
    encoder,
    Math.round(people / (all.seconds - few.seconds)),
    ((1000 * (all.processorSeconds - few.processorSeconds)) / people).toFixed(2),
  ]);
}
console.log(`${N} people, ${given.soft ? 'soft field' : 'free text'}; load ${loadavg()[0]!.toFixed(1)}`);
printTable(['encoder', 'people a second', 'ms of processor time a person'], rows);

async function importOf(encoder: string, people: number) {
  using folder = openBenchFolder();
  const file = join(folder.path, 'people.ndjson');
  const text = (n: number) => (given.soft ? { fields: { values_text: aText(n) } } : { context: aText(n) });
  const users = Array.from({ length: people }, (_, n) => JSON.stringify({ user_id: `p-${n}`, ...text(n) }));
  writeFileSync(file, users.join('\n'));
  const data = join(folder.path, 'data');
  const run = (...args: readonly string[]) =>
    runToEnd(process.execPath, [main, ...args, '--data', data], {
      env: { ...process.env, TEXT_ENCODER: encoder },
    });
  await run('tenants', 'create', 'bench', '--domains', 'dating', '--email', 'bench@example.com');
  return await run('import', '--tenant', 'bench', '--domain', 'dating', file);
}
