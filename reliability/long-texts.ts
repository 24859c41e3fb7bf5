/**
 * Memory of the server while people with texts of up to 256 KiB are written: the resident memory of the
 * process, and the heap of each thread. It fails where the resident memory grows by more than the printed
 * limit.
 *
 *   npm run reliability -- long-texts [--quick] [--people N] [--texts N] [--seed N] [--limit MIB]
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import {
  type RunningService,
  startService,
  temporaryFolder,
  tenantWithKey,
} from '../test/running-service.ts';
import { longText } from './long-texts/long-text.ts';
import type { ProcessMemory } from './long-texts/thread-memory.ts';

const MIB = 2 ** 20;
const KIB = 1024;
const DOMAIN = 'dating';
const ROWS = 10;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    people: { type: 'string' },
    texts: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string', default: '500' },
  },
});
const people = Number(values.people ?? (values.quick ? 10 : 80));
const texts = Number(values.texts);
const limit = Number(values.limit);

const preload = fileURLToPath(new URL('./long-texts/thread-memory.ts', import.meta.url));
const folder = temporaryFolder();
try {
  const key = await tenantWithKey(folder.path, 'writers', DOMAIN);
  const service = await startService(folder.path, [], { preload });
  try {
    if (!(await writeTexts(service, key))) process.exitCode = 1;
  } finally {
    await service.stop();
  }
} finally {
  folder.remove();
}

async function writeTexts(service: RunningService, key: string): Promise<boolean> {
  const random = new SeededRandom(Number(values.seed));
  const send = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${service.url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.ok) return;
    // The index is built with the first match.
    if (answer.status !== 503) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    await sleep(Number(answer.headers.get('retry-after')) * 1000);
    return send(path, body);
  };
  // Loads the threads and models that any text needs.
  await send('/users', { user_id: 'first', domain: DOMAIN, context: longText(random, 16 * KIB) });
  await send('/match', { user_id: 'first', domain: DOMAIN });
  const samples = [await sample(service)];
  const every = Math.max(1, Math.floor(people / ROWS));
  for (let person = 0; person < people; person++) {
    const user_id = `p${person}`;
    const sizes = Array.from(
      { length: texts },
      (_, text) => (text === 0 ? 256 : 1 + random.below(256)) * KIB,
    );
    await send('/users', { user_id, domain: DOMAIN, context: longText(random, sizes[0]!) });
    for (const size of sizes.slice(1))
      await send('/context', {
        user_id,
        domain: DOMAIN,
        source: 'transcript',
        content: longText(random, size),
      });
    await send('/match', { user_id, domain: DOMAIN });
    if ((person + 1) % every === 0) samples.push(await sample(service));
  }
  return report(samples, every);
}

async function sample({ process: child }: RunningService): Promise<ProcessMemory> {
  const answer = once(child, 'message') as Promise<[ProcessMemory]>;
  child.send('sample');
  return (await answer)[0];
}

function report(samples: readonly ProcessMemory[], every: number): boolean {
  const threads = [...new Map(samples.flatMap((sample) => sample.threads.map(({ id, name }) => [id, name])))];
  const mib = (bytes: number | undefined) => (bytes === undefined ? '' : (bytes / MIB).toFixed(0));
  printTable(
    ['people', 'resident, MiB', ...threads.map(([, name]) => `${name}: heap, external`)],
    samples.map(({ resident, threads: found }, n) => [
      String(n * every),
      mib(resident),
      ...threads.map(([id]) => {
        const thread = found.find((memory) => memory.id === id);
        return thread === undefined ? '' : `${mib(thread.heap)}, ${mib(thread.external)}`;
      }),
    ]),
  );
  const grown = (Math.max(...samples.map(({ resident }) => resident)) - samples[0]!.resident) / MIB;
  console.log(
    `Grown by ${grown.toFixed(0)} MiB with ${people} people of ${texts} texts of up to 256 KiB; the limit is ${limit}; seed ${values.seed}`,
  );
  return grown <= limit;
}
