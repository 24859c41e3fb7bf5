/**
 * How long a definition takes to be checked, over HTTP: each shipped domain as one file. `first`: in a thread
 * that has checked nothing. `edited`: after an edit of a phrase. With a text: the first one, another one, and
 * one after an edit of the scorecard and of a phrase. Medians of seven, but for the first ones: at the client,
 * and processor time of the server with all its threads.
 *
 *   npm run bench -- domain-check [--domain NAME]
 */
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { DomainCheck } from '../src/contract/domain.ts';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { runServer } from './world/running-server.ts';

const { values: flags } = parseArgs({ options: { domain: { type: 'string' } } });
const TIMES = 7;
const TEXT =
  'I am Ana, 31, from Lisbon. Five years with Python and SQL, I sell a used bicycle for 120 euros, and look for somebody between 28 and 40 who likes hiking.';
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const rows: string[][] = [];
for (const { domain, source } of shippedVersions())
  if (flags.domain === undefined || flags.domain === domain) rows.push(await measure(domain, source()));
console.log(`load ${loadavg()[0]!.toFixed(1)}`);
printTable(
  [
    'domain',
    'bytes',
    ...['first', 'edited'].map((name) => `check, ${name}, ms / processor ms`),
    ...['first', 'another', 'scorecard edited', 'phrase edited'].map((name) => `text, ${name}`),
  ],
  rows,
);

async function measure(domain: string, source: string): Promise<string[]> {
  using folder = openBenchFolder();
  const given = execFileSync(process.execPath, [main, 'keys', 'create', '--operator', '--data', folder.path]);
  const key = /cp_live_\w+/.exec(given.toString())![0];
  await using server = await runServer(folder.path, key);
  const check = async (edited: string, texts: readonly string[] = []) => {
    const before = server.processorSeconds();
    const { status, body, ms } = await server.call<DomainCheck>('POST', '/v1/domains/check', {
      source: edited,
      texts,
    });
    if (status !== 200 || body.faults.length > 0 || body.results.length !== texts.length)
      throw new Error(`${status} ${JSON.stringify(body).slice(0, 500)}`);
    return { ms, processorMs: 1000 * (server.processorSeconds() - before) };
  };
  const withPhrase = (n: number) => source.replace(/(extract:[^"]*")/, `$1edited${n} `);
  const withIntercept = (n: number) => source.replace(/intercept: .*/, `intercept: ${-n}`);
  const figures = [
    await check(source),
    await median((n) => check(withPhrase(n))),
    await check(source, [TEXT]),
    await median((n) => check(source, [`${TEXT} Written ${n} days ago.`])),
    await median((n) => check(withIntercept(n), [TEXT])),
    await median((n) => check(withPhrase(n + TIMES), [TEXT])),
  ];
  return [
    domain,
    String(Buffer.byteLength(source)),
    ...figures.map(({ ms, processorMs }) => `${ms.toFixed(0)} / ${processorMs.toFixed(0)}`),
  ];
}

interface Taken {
  readonly ms: number;
  readonly processorMs: number;
}

async function median(once: (n: number) => Promise<Taken>): Promise<Taken> {
  const taken: Taken[] = [];
  for (let n = 0; n < TIMES; n++) taken.push(await once(n));
  const of = (figure: keyof Taken) =>
    quantile(
      taken.map((one) => one[figure]),
      0.5,
    );
  return { ms: of('ms'), processorMs: of('processorMs') };
}
