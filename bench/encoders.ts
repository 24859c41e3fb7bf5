/**
 * The encoders of the repository beside others: texts a second of processor time, STS-B dev, profile triples,
 * load time and size. `npm run bench -- encoders`; `encoders/competitors.ts` says how to install the others.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { type Competitor, competitors } from './encoders/competitors.ts';
import {
  checkTriples,
  correlatePairs,
  type Encode,
  readScoredPairs,
  readTriples,
  type Triple,
} from './encoders/evaluate-encoder.ts';
import { printTable } from './support/measure.ts';

const data =
  process.env.COUNTERPART_TEST_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const devPath = join(data, 'stsb/sts-dev.csv');
const KINDS = ['topic', 'paraphrase', 'negation', 'overlap'];

/** Share of correctly ordered triples in percent: of all, then of each kind. */
function shares(triples: readonly Triple[], right: readonly boolean[]): string[] {
  const of = (chosen: (triple: Triple) => boolean): string => {
    const marks = right.filter((_, i) => chosen(triples[i]!));
    return ((100 * marks.filter(Boolean).length) / marks.length).toFixed(1);
  };
  return [of(() => true), ...KINDS.map((kind) => of((triple) => triple.kind === kind))];
}

/**
 * Texts a second of processor time: median and best of `rounds` passes over the texts, after one to warm up.
 * All threads count. Processor time depends less on other work of the machine than wall time does. The wall
 * time is the best pass's.
 */
async function textsASecond(
  encode: Encode,
  texts: readonly string[],
  rounds: number,
): Promise<readonly [byProcessor: string, byClock: string]> {
  await encode(texts);
  const rates: number[] = [];
  let leastMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const [before, started] = [process.cpuUsage(), performance.now()];
    await encode(texts);
    leastMs = Math.min(leastMs, performance.now() - started);
    const { user, system } = process.cpuUsage(before);
    rates.push((1e6 * texts.length) / (user + system));
  }
  const best = Math.max(...rates).toFixed(0);
  return [`${quantile(rates, 0.5).toFixed(0)} (best ${best})`, ((1000 * texts.length) / leastMs).toFixed(0)];
}

async function measure(competitor: Competitor, sets: readonly (readonly Triple[])[]): Promise<string[]> {
  const started = performance.now();
  const { encode, close } = await competitor.open();
  await encode(['loaded']);
  const loadMs = performance.now() - started;
  const pairs = existsSync(devPath) ? await readScoredPairs(devPath) : undefined;
  const dev = pairs ? (await correlatePairs(encode, pairs)).toFixed(4) : 'no data';
  const [main, held] = await Promise.all(
    sets.map(async (set) => shares(set, await checkTriples(encode, set))),
  );
  const fast = ['embedded', 'contextual'].includes(competitor.name) || competitor.name.startsWith('GloVe');
  const short = pairs ? pairs.first : sets[0]!.map(({ profile }) => profile);
  const rates = await textsASecond(encode, fast ? short : short.slice(0, 300), fast ? 25 : 3);
  await close();
  const size = ((await competitor.bytes()) / 1e6).toFixed(1);
  return [competitor.name, ...rates, dev, ...main!, held![0]!, held![3]!, loadMs.toFixed(0), size];
}

async function bench(): Promise<void> {
  const sets = await Promise.all(
    ['profile-triples.tsv', 'profile-triples-held.tsv'].map((name) =>
      readTriples(new URL(`../models/text-encoder/training/${name}`, import.meta.url)),
    ),
  );
  const head = [
    'encoder',
    'texts / CPU s',
    'texts / s',
    'STS-B dev',
    'triples %',
    ...KINDS,
    'held %',
    'held negation',
    'load ms',
    'MB',
  ];
  const rows: string[][] = [];
  for (const competitor of competitors()) rows.push(await measure(competitor, sets));
  printTable(head, rows);
}

await bench();
