/**
 * Measures the cost of terms by side. Each ranking finds the 2,000 best of made-up people by the declared terms of
 * the dating domain, then with up to six more comparisons of age. Each comparison has a term for women and one
 * for men. Prints the least and the median processor time of a ranking, all threads together.
 *
 *   npm run bench -- terms-by-side [--rows 100000] [--runs 25]
 */
import { parseArgs } from 'node:util';
import { changeSequence, tenantId } from '../src/contract/brands.ts';
import { Scorecard, type Term } from '../src/domains/scorecard.ts';
import { readsText } from '../src/domains/scorecard-check.ts';
import { shippedDomain } from '../src/domains/shipped-domains.ts';
import { compileTerms } from '../src/matching/ranking/compile/compile-terms.ts';
import { personOfRow } from '../src/matching/ranking/scoring/person.ts';
import { readyTerm } from '../src/matching/ranking/scoring/ready-term.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { median } from '../src/platform/numeric/statistics.ts';
import { plainRow } from '../src/platform/storage/testing/plain-row.ts';
import { printTable } from './support/measure.ts';
import { openBenchIndex } from './world/open-index.ts';

const { values: flags } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, runs: { type: 'string', default: '25' } },
});
const AT_ONCE = 5000;
const NOW_MS = Date.parse('2026-01-01T00:00:00Z');
const definition = shippedDomain('dating')!;
const valuesOf = (name: string) => definition.fields.find((field) => field.name === name)!.values!;

const bench = openBenchIndex(definition);
const [seeker] = fill(Number(flags.rows));
const declared = definition.scorecard.terms.filter((term) => !readsText(term));
const lines: string[][] = [];
for (const comparisons of [0, 1, 3, 6]) {
  const times: number[] = [];
  for (let run = 0; run < Number(flags.runs); run++)
    times.push(await rankedMs([...declared, ...termsBySide(comparisons)]));
  lines.push([String(comparisons), Math.min(...times).toFixed(1), median(times).toFixed(1)]);
}
printTable(['comparisons by side', 'least ms', 'median ms'], lines);
await bench.close();

function fill(count: number) {
  const random = new SeededRandom(1);
  const tenant = tenantId('ten_bench');
  const rows = Array.from({ length: count }, (_, n) => {
    const values = {
      age: 18 + random.below(60),
      gender: random.pick(valuesOf('gender')),
      relationship_goal: random.pick(valuesOf('relationship_goal')),
    };
    return plainRow(tenant, definition, `p${n}`, values, new Date(NOW_MS).toISOString());
  });
  for (let at = 0; at < count; at += AT_ONCE) {
    const upserts = rows.slice(at, at + AT_ONCE).map((row) => ({ row, profileVector: null }));
    bench.index.apply({ upserts, deletes: [], sequence: changeSequence(at + AT_ONCE) });
  }
  return rows;
}

function termsBySide(comparisons: number): readonly Term[] {
  const terms = Array.from({ length: comparisons }, (_, n) =>
    ['woman', 'man'].map((gender, side) => ({
      name: `found_${n}_by_gender_${side}`,
      compare: 'difference',
      field: 'age',
      signed: true,
      when: { me: { gender } },
      knots: [-20, -5, 0, 5, 20].map((x) => [x, (side === 0 ? x : -x) / (40 + n)]),
    })),
  );
  return Scorecard.parse({ terms: terms.flat() }).terms;
}

async function rankedMs(scorecard: readonly Term[]): Promise<number> {
  const { selection } = await bench.index.select([]);
  const { codes } = bench.index;
  const context = {
    definition,
    codes,
    seeker: personOfRow(definition, seeker!, []),
    nowMs: NOW_MS,
    twoWay: true,
  };
  const terms = compileTerms(
    scorecard.map((term) => readyTerm(definition, term, NOW_MS)),
    context,
  )!;
  const program = {
    intercept: 0,
    terms,
    personEffects: null,
    aggregation: 'product',
    calibration: null,
  } as const;
  const before = process.cpuUsage();
  await bench.index.rank(selection, { program, personEffects: null }, { topK: 2000, minScore: 0 });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
