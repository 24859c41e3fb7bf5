/**
 * Parsing of bodies: JSON.parse beside the parser that keeps the digits of numbers, and the whole parsing of
 * a body. Medians.
 *
 *   npm run bench -- json [--runs 15]
 */
import { parseArgs } from 'node:util';
import { parseJson } from '../src/contract/parse-json.ts';
import { parseJsonBody } from '../src/contract/parse-json-body.ts';
import { median } from '../src/platform/numeric/statistics.ts';
import { printTable } from './support/measure.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const PEOPLE = 20_000;
const SMALL_BODIES = 10_000;

/** About 7 MiB. */
function people(id: (n: number) => string, figure: (n: number) => number): string {
  const text = 'I love hiking and cooking. '.repeat(8);
  const lines = Array.from(
    { length: PEOPLE },
    (_, n) =>
      `{"user_id":${id(n)},"domain":"dating","context":"${text}","fields":{"age":${20 + (n % 60)},"figure":${figure(n)},"at":1714564800000}}`,
  );
  return `[${lines.join(',')}]`;
}

const long = (n: number) => String(76_561_197_980_428_155n + BigInt(n));
const match =
  '{"user_id":"u1","domain":"dating","limit":10,"filters":{"age":{"gte":30,"lte":40},"location_within_km":50}}';
const bodies: readonly (readonly [name: string, text: string, times: number])[] = [
  [`POST /match, ${SMALL_BODIES} times`, match, SMALL_BODIES],
  [
    'ids and figures of few digits',
    people(
      (n) => `"u${n}"`,
      (n) => n,
    ),
    1,
  ],
  [
    'ids of 17 digits as texts',
    people(
      (n) => `"${long(n)}"`,
      (n) => n,
    ),
    1,
  ],
  [
    'figures of 16 digits',
    people(
      (n) => `"u${n}"`,
      (n) => Math.sin(n),
    ),
    1,
  ],
  [
    'one id of 17 digits as a number',
    people(
      (n) => (n === 7 ? long(n) : `"u${n}"`),
      (n) => n,
    ),
    1,
  ],
  ['all ids of 17 digits as numbers', people(long, (n) => n), 1],
];

const rows: (string | number)[][] = [];
for (const [name, text, times] of bodies) {
  const bytes = Buffer.from(text);
  rows.push([
    name,
    (text.length / 2 ** 20).toFixed(1),
    await medianOf(times, () => JSON.parse(text)),
    await medianOf(times, () => parseJson(text)),
    await medianOf(times, () => parseJsonBody(bytes)),
  ]);
}
printTable(['body', 'MiB', 'JSON.parse, ms', 'parseJson, ms', 'the whole body, ms'], rows);

/** ms of so many calls. */
async function medianOf(times: number, parse: () => unknown): Promise<string> {
  const took: number[] = [];
  for (let run = 0; run < Number(values.runs); run++) {
    const started = performance.now();
    for (let n = 0; n < times; n++) await parse();
    took.push(performance.now() - started);
  }
  return median(took).toFixed(1);
}
