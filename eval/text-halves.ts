/**
 * Finds the other half of real CVs and adverts, which needs nobody to judge them. The first half of each text is
 * a job and the second half a candidate, each read and encoded by the service's own code. Compared by the mean
 * reciprocal rank of the right half among all: the hiring prior, BM25, the embedding, and their standardised sum.
 *
 *   npm run eval -- text-halves FILE [--held-out]
 *
 * FILE has one JSON object a line with `id`, `lang`, `format` and `text`. Half of the documents, by a hash of the
 * id, are held out: they were not read while the scorecard was set.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { shippedDomain } from '../src/domains/shipped-domains.ts';
import { meanAndGain } from './hiring/texts/mean-and-gain.ts';
import { plainRankings, type Scores } from './hiring/texts/rank-vacancies.ts';
import { openProfiles } from './support/open-profiles.ts';

interface Document {
  readonly id: string;
  readonly lang: string;
  readonly format: string;
  readonly text: string;
}

const LEAST_CHARACTERS = 1200;
const FORMATS = new Set(['markdown', 'pdf-text', 'txt', 'prose', 'latex', 'html']);

const { values: given, positionals } = parseArgs({
  options: { 'held-out': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [file] = positionals;
if (file === undefined) throw new Error('Give the file of the texts: npm run eval -- text-halves FILE');
const halves = documentsIn(file).map(({ text }) => halvesOf(text));
const texts = { vacancies: halves.map(([first]) => first), cvs: halves.map(([, second]) => second) };
const set = await openProfiles(shippedDomain('hiring')!, [
  ...texts.cvs.map((text, n) => ({ user_id: `cv-${n}`, fields: { role: 'candidate' }, context: text })),
  ...texts.vacancies.map((text, n) => ({ user_id: `vacancy-${n}`, fields: { role: 'job' }, context: text })),
]);
const ways = await plainRankings(set, texts);
const found = ways.map(({ scores }) => reciprocalRanks(scores));
printTable(
  [`${halves.length} texts`, 'mean reciprocal rank', 'gain over BM25 + embedding'],
  ways.map(({ name }, n) => [name, ...meanAndGain(found[n]!, found[0]!, 3)]),
);

function documentsIn(path: string): readonly Document[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line): Document => JSON.parse(line))
    .filter(
      ({ lang, format, text }) => lang === 'en' && FORMATS.has(format) && text.length >= LEAST_CHARACTERS,
    )
    .filter(({ id }) => (createHash('sha256').update(id).digest()[0]! % 2 === 1) === given['held-out']);
}

/** Cut at the last line end before 60 % of the text, or at a word where that is too early. */
function halvesOf(text: string): readonly [string, string] {
  const line = text.lastIndexOf('\n', 0.6 * text.length);
  const at = line > 0.3 * text.length ? line : text.indexOf(' ', text.length / 2);
  return [text.slice(0, at), text.slice(at)];
}

/** By CV: 1 / place of its own vacancy; ties count half. */
function reciprocalRanks(scores: Scores): readonly number[] {
  return scores.map((row, own) => {
    const better = row.filter((score) => score > row[own]!).length;
    const equal = row.filter((score) => score === row[own]!).length - 1;
    return 1 / (1 + better + equal / 2);
  });
}
