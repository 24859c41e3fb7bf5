/**
 * Retrieval of the right profile from a paraphrase. A profile states four facts of a domain; the query states
 * the same facts in other words and another order. Many profiles share some of the facts; the right one has
 * them all.
 *
 *   TEXT_ENCODER=contextual npm run eval -- paraphrase [--seed 1] [--profiles 300] [--facts 4]
 *
 * `paraphrase/facts.tsv` was written before any encoder was measured on it, and none was fitted or chosen by
 * it.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { bootstrap } from '../src/matching/learn/evaluate/cluster-bootstrap.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { dot } from '../src/platform/numeric/vectors.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    profiles: { type: 'string', default: '300' },
    facts: { type: 'string', default: '4' },
  },
});
const [seed, N, F] = [options.seed, options.profiles, options.facts].map(Number) as [number, number, number];
const encoder = await openTextEncoder(process.env.TEXT_ENCODER ?? 'embedded');

/** For each fact of a domain its phrasings. */
const domains = new Map<string, string[][]>();
for (const line of readFileSync(new URL('paraphrase/facts.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')) {
  const [domain, ...phrasings] = line.split('\t');
  domains.set(domain!, [...(domains.get(domain!) ?? []), phrasings]);
}

const rows: string[][] = [];
for (const [domain, facts] of domains) rows.push([domain, ...(await measure(facts))]);
await encoder.close();
console.log(
  `${N} profiles of ${F} facts a domain, seed ${seed}, ${encoder.identity.name}; 95 % intervals over queries.`,
);
printTable(['domain', 'the right one is first, %', 'mean reciprocal rank'], rows);

async function measure(facts: readonly (readonly string[])[]): Promise<string[]> {
  const random = new SeededRandom(seed);
  const profiles: string[] = [];
  const queries: string[] = [];
  for (const chosen of distinctChoices(facts.length, random)) {
    profiles.push(chosen.map((fact) => sentence(facts[fact]![0]!)).join(' '));
    queries.push(
      shuffled(
        chosen.map((fact) => sentence(random.pick(facts[fact]!.slice(1)))),
        random,
      ).join(' '),
    );
  }
  const there = await encoder.encode(profiles);
  const ranks = (await encoder.encode(queries)).map((query, n) => {
    const own = dot(query, there[n]!);
    return (
      1 + there.reduce((before, profile, m) => before + Number(m !== n && dot(query, profile) >= own), 0)
    );
  });
  const share = (of: (rank: number) => number) => (times: ArrayLike<number>) => {
    let [sum, count] = [0, 0];
    for (const [n, rank] of ranks.entries()) {
      sum += times[n]! * of(rank);
      count += times[n]!;
    }
    return sum / count;
  };
  const found = bootstrap([share((rank) => 100 * Number(rank === 1)), share((rank) => 1 / rank)], {
    clusters: ranks.length,
  });
  return found.map(({ value, low, high }, n) => {
    const digits = n === 0 ? 1 : 3;
    return `${value.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
  });
}

/** N different sets of F facts each. */
function distinctChoices(count: number, random: SeededRandom): readonly (readonly number[])[] {
  const found = new Map<string, readonly number[]>();
  while (found.size < N) {
    const chosen = shuffled([...Array(count).keys()], random).slice(0, F);
    found.set(chosen.toSorted((a, b) => a - b).join(), chosen);
  }
  return [...found.values()];
}

function shuffled<T>(items: readonly T[], random: SeededRandom): T[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0]!);
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
