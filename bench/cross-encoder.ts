/**
 * Cost of the trained cross encoder in a match: 200 pairs in both directions. They are tokenized on this
 * thread and run by the thread of cross encoders in one request, as in the stage. The weights are random,
 * because they do not change the cost. The profiles have values in every field of a shipped domain, or in
 * half of them, and a number of sentences. Prints medians, the best round, and processor time, which depends
 * less on other work of the machine.
 *
 *   npm run bench -- cross-encoder [DOMAIN]
 */

import { shippedDomain } from '../src/domains/shipped-domains.ts';
import type { Batch } from '../src/engines/tensor/training/batch.ts';
import { pairVocabularyOf } from '../src/matching/learn/fit/cross-encoder/pair-vocabulary-of.ts';
import { createCrossEncoderClient } from '../src/matching/ranking/cross-encoder/cross-encoder-client.ts';
import { PAIRS_A_BLOCK, pairTokenizer } from '../src/matching/ranking/cross-encoder/pair-tokenizer.ts';
import { randomCrossEncoder } from '../src/matching/ranking/cross-encoder/testing/random-cross-encoder.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { median } from '../src/platform/numeric/statistics.ts';
import { simulatePersons } from './cross-encoder/simulate-persons.ts';
import { printTable } from './support/measure.ts';

/** As many as the embedding stage passes by default. */
const CANDIDATES = 200;
const ROUNDS = 30;
const fills = [
  { filled: 1, sentences: 8 },
  { filled: 0.5, sentences: 3 },
  { filled: 0.5, sentences: 0 },
];

const name = process.argv[2] ?? 'dating';
const definition = shippedDomain(name);
if (definition === null || definition === undefined) throw new Error(`there is no shipped domain «${name}»`);
const thread = createCrossEncoderClient();
const rows: string[][] = [];
for (const fill of fills) {
  const persons = simulatePersons(definition, { people: 2 * CANDIDATES, ...fill }, new SeededRandom(1));
  const encoder = randomCrossEncoder(pairVocabularyOf(definition, persons));
  const tokenizer = pairTokenizer(encoder.vocabulary);
  const wholes: number[] = [];
  const cpuBefore = process.cpuUsage();
  const tokenising: number[] = [];
  let tokens = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now();
    let readingMs = 0;
    tokens = 0;
    const me = tokenizer.person(persons[CANDIDATES]!);
    const blocks: Batch[] = [];
    for (let from = 0; from < CANDIDATES; from += PAIRS_A_BLOCK / 2) {
      const to = Math.min(CANDIDATES, from + PAIRS_A_BLOCK / 2);
      const some = persons.slice(from, to).map(tokenizer.person);
      const block = tokenizer.batch([
        ...some.map((other) => [me, other] as const),
        ...some.map((other) => [other, me] as const),
      ]);
      tokens += (block.counts!.values as Uint8Array).reduce((sum, counts) => sum + counts, 0);
      blocks.push(block);
    }
    const askedMs = performance.now();
    await thread.read(encoder, blocks);
    readingMs += performance.now() - askedMs;
    const ms = performance.now() - startedMs;
    wholes.push(ms);
    tokenising.push(ms - readingMs);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  rows.push([
    `${Math.round(fill.filled * 100)} % of ${encoder.vocabulary.fields.length} fields, ${fill.sentences} sentences`,
    (tokens / CANDIDATES / 2).toFixed(0),
    median(wholes).toFixed(1),
    median(tokenising).toFixed(1),
    (median(wholes) / CANDIDATES).toFixed(3),
    (Math.min(...wholes) / CANDIDATES).toFixed(3),
    ((user + system) / 1000 / ROUNDS / CANDIDATES).toFixed(3),
  ]);
}
await thread.close();
printTable(
  [name, 'tokens', `ms for ${CANDIDATES} pairs`, 'of it tokens', 'ms a pair', 'at best', 'CPU ms a pair'],
  rows,
);
