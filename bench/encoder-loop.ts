/**
 * Longest turn of the event loop on the thread that calls the embedded encoder. Measures the processor time
 * of that thread, which does not depend on other work of the machine. `npm run bench -- encoder-loop`
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EmbeddedTextEncoder } from '../src/engines/encoders/embedded/embedded-text-encoder.ts';
import { printTable } from './support/measure.ts';

const SENTENCE =
  'I love long walks in the mountains, baking bread on Sundays, and quiet evenings with a good book. ';
const encoder = await EmbeddedTextEncoder.open();
const short = SENTENCE.repeat(4);
const long = SENTENCE.repeat(Math.ceil(262_144 / SENTENCE.length)).slice(0, 262_144);

const cases: Readonly<Record<string, () => Promise<unknown>>> = {
  'one profile of 392 units': () => encoder.encodeProfile(short),
  '256 such profiles at once': () =>
    Promise.all(Array.from({ length: 256 }, () => encoder.encodeProfile(short))),
  'one profile of 256 KiB': () => encoder.encodeProfile(long),
  'eight of them at once': () => Promise.all(Array.from({ length: 8 }, () => encoder.encodeProfile(long))),
  'one call with 5,000 texts': () => encoder.encode(Array.from({ length: 5000 }, () => short)),
};

for (const work of Object.values(cases)) await work();
const rows: string[][] = [];
for (const [name, work] of Object.entries(cases)) rows.push([name, ...(await measure(work))]);
printTable(['what', 'longest turn ms', 'this thread ms', 'process ms'], rows);
await encoder.close();

/** Medians of seven passes: longest processor time of a turn, of all turns, and of all threads. */
async function measure(work: () => Promise<unknown>): Promise<string[]> {
  const passes: [number, number, number][] = [];
  for (let pass = 0; pass < 7; pass++) passes.push(await once(work));
  return [0, 1, 2].map((column) => {
    const sorted = passes.map((figures) => figures[column]!).sort((a, b) => a - b);
    return sorted[3]!.toFixed(2);
  });
}

async function once(work: () => Promise<unknown>): Promise<[number, number, number]> {
  const processBefore = ms(process.cpuUsage());
  const before = ms(process.threadCpuUsage());
  let longest = 0;
  let last = before;
  let done = false;
  void work().finally(() => {
    done = true;
  });
  while (!done) {
    const now = ms(process.threadCpuUsage());
    longest = Math.max(longest, now - last);
    last = now;
    await nextTurn();
  }
  const end = ms(process.threadCpuUsage());
  return [Math.max(longest, end - last), end - before, ms(process.cpuUsage()) - processBefore];
}

function ms({ user, system }: { user: number; system: number }): number {
  return (user + system) / 1000;
}
