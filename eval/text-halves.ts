/**
 * Finds the other half of real documents of a domain, which needs nobody to judge them. The halves of a text are
 * profiles of the two sides of the domain, each read and encoded by the service's own code. Compared by the mean
 * reciprocal rank of the right half among all: the prior of the domain, with and without a term of shared words,
 * BM25, the embedding, and their standardised sum.
 *
 *   npm run eval -- text-halves FILE [--domain hiring] [--characters 1200] [--common-words] [--held-out]
 *
 * Halves of a text share names, as two people seldom do. With `--common-words` the second half loses each word that no
 * other text has.
 *
 * FILE has one JSON object a line with `id`, `lang`, `format` and `text`; shorter texts are left out. Half of the
 * documents, by a hash of the id, are held out: they were not read while the scorecard was set.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import type { DomainDefinition } from '../src/domains/definition.ts';
import { Term } from '../src/domains/scorecard.ts';
import { shippedDomain } from '../src/domains/shipped-domains.ts';
import { meanAndGain } from './support/mean-and-gain.ts';
import { openProfiles } from './support/open-profiles.ts';
import { plainRankings, priorWith, type Scores } from './support/rank-texts.ts';

interface Document {
  readonly id: string;
  readonly lang: string;
  readonly format: string;
  readonly text: string;
}

/** The side of the second half, by domain; the first half has the other side. */
const secondSides: Readonly<Record<string, string>> = {
  hiring: 'candidate',
  'founder-investor': 'founder',
  marketplace: 'buyer',
};
const WORD = /[\p{L}\p{N}+#]+/gu;
/** Tried where a domain has no such term. */
const sharedWords = Term.parse({
  name: 'shared_words',
  compare: 'shared_words',
  knots: [
    [0, -0.5],
    [0.045, 0],
    [0.1, 1],
    [0.2, 2.5],
    [0.4, 4.5],
  ],
  monotone: 'increasing',
});
const FORMATS = new Set(['markdown', 'pdf-text', 'txt', 'prose', 'latex', 'html']);

const { values: given, positionals } = parseArgs({
  options: {
    domain: { type: 'string', default: 'hiring' },
    characters: { type: 'string', default: '1200' },
    'common-words': { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [file] = positionals;
if (file === undefined) throw new Error('Give the file of the texts: npm run eval -- text-halves FILE');
const shipped = shippedDomain(given.domain);
if (shipped === undefined) throw new Error(`There is no shipped domain «${given.domain}».`);
const definition = withSharedWords(shipped);
const documents = documentsIn(file).map(({ text }) => text);
const halves = documents.map(halvesOf);
const isCommon = given['common-words'] ? commonWords(documents) : () => true;
const texts = {
  seekers: halves.map(([, second]) => second.replaceAll(WORD, (word) => (isCommon(word) ? word : ''))),
  candidates: halves.map(([first]) => first),
};
const secondSide = secondSides[given.domain];
const firstSide = definition.fields
  .find(({ name }) => name === definition.sides?.field)
  ?.values?.find((side) => side !== secondSide);
const set = await openProfiles(definition, [
  ...texts.seekers.map((text, n) => profileOf(`seeker-${n}`, secondSide, text)),
  ...texts.candidates.map((text, n) => profileOf(`candidate-${n}`, firstSide, text)),
]);
const others = definition.scorecard.terms.filter(({ compare }) => compare !== 'shared_words');
const without = await priorWith(set, texts, 'prior without shared_words', others);
const ways = [...(await plainRankings(set, texts)), without];
const found = ways.map(({ scores }) => reciprocalRanks(scores));
printTable(
  [
    `${halves.length} texts`,
    'mean reciprocal rank',
    'gain over BM25 + embedding',
    'gain over the prior without shared_words',
  ],
  ways.map(({ name }, n) => [
    name,
    ...meanAndGain(found[n]!, found[0]!, 3),
    meanAndGain(found[n]!, found.at(-1)!, 3)[1]!,
  ]),
);

function withSharedWords(domain: DomainDefinition): DomainDefinition {
  const { terms } = domain.scorecard;
  if (terms.some(({ compare }) => compare === 'shared_words')) return domain;
  return { ...domain, scorecard: { ...domain.scorecard, terms: [...terms, sharedWords] } };
}

function profileOf(userId: string, side: string | undefined, context: string) {
  const field = definition.sides?.field;
  return {
    user_id: userId,
    context,
    ...(field !== undefined && side !== undefined && { fields: { [field]: side } }),
  };
}

function documentsIn(path: string): readonly Document[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line): Document => JSON.parse(line))
    .filter(
      ({ lang, format, text }) =>
        lang === 'en' && FORMATS.has(format) && text.length >= Number(given.characters),
    )
    .filter(({ id }) => (createHash('sha256').update(id).digest()[0]! % 2 === 1) === given['held-out']);
}

/** Cut at the last line end before 60 % of the text, or at a word where that is too early. */
function halvesOf(text: string): readonly [string, string] {
  const line = text.lastIndexOf('\n', 0.6 * text.length);
  const at = line > 0.3 * text.length ? line : text.indexOf(' ', text.length / 2);
  return [text.slice(0, at), text.slice(at)];
}

/** Whether two texts or more have the word, in either case. */
function commonWords(documents: readonly string[]): (word: string) => boolean {
  const counts = new Map<string, number>();
  for (const text of documents) {
    for (const word of new Set(text.toLowerCase().match(WORD))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return (word) => counts.get(word.toLowerCase())! > 1;
}

/** By seeker: 1 / place of its own other half; ties count half. */
function reciprocalRanks(scores: Scores): readonly number[] {
  return scores.map((row, own) => {
    const better = row.filter((score) => score > row[own]!).length;
    const equal = row.filter((score) => score === row[own]!).length - 1;
    return 1 / (1 + better + equal / 2);
  });
}
