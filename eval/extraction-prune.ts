/**
 * Finds phrases of the shipped domains that are of no use: phrases, or alternatives in one, that match none of the
 * texts at hand. Held-out documents are read with all words, and without these.
 *
 *   npm run eval -- extraction-prune [--texts FOLDER] [--domain NAME] [--whole] [--write]
 *
 * Texts at hand are all cases in `eval/extraction/`, the texts of the tests of reading, and the labelled documents
 * of which nothing is held out (their originals from FOLDER). `--whole` keeps all alternatives of a phrase that
 * matches. `--write` changes `src/domains/NAME/words/en.yaml`; without it nothing is written.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import type { DomainDefinition } from '../src/domains/definition.ts';
import { DefinitionWithoutWords } from '../src/domains/definition.ts';
import { readYaml } from '../src/domains/read-yaml.ts';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { withWords } from '../src/domains/with-words.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { casesFolder, compileRules } from './extraction/evaluate.ts';
import { countMatches, wordsRead } from './extraction/prune/count-matches.ts';
import { variantsOf } from './extraction/prune/phrase-tree.ts';
import { phrasesOf, pruneWords, readWords, wordsFile } from './extraction/prune/prune-words.ts';
import { parts, readCases } from './extraction/read-cases.ts';
import { type RealCase, readContrastCases, readRealCases } from './extraction/real/read-real-cases.ts';
import {
  f1Of,
  precisionOf,
  recallOf,
  type Scored,
  scoreCase,
  sumOf,
  type Tally,
  totalOf,
  withoutSoftFields,
} from './extraction/score.ts';

const DRAWS = 2000;
const SEED = 1;

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: {
    texts: { type: 'string' },
    domain: { type: 'string' },
    whole: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
/** A pair of each held-out document: read with all words, and without those that match nothing. */
const read: (readonly [Tally, Tally])[] = [];
console.log(
  `${'domain'.padEnd(24)}texts  phrases  matched      KB  pruned   with all: P / R    pruned: P / R`,
);
for (const { domain, read: readDefinition } of shippedVersions()) {
  if (flags.domain !== undefined && flags.domain !== domain) continue;
  const documents = readRealCases(domain, flags.texts).cases;
  const whole = readDefinition();
  const rules = await compileRules(whole, encoder, gazetteer);
  const texts = [
    ...[...parts, 'train' as const].flatMap((part) => readCases(casesFolder, domain, part) ?? []),
    ...documents.filter(({ isHeldOut }) => !isHeldOut).map(({ given }) => given),
    ...readContrastCases(domain).map(({ given }) => given),
    ...textsOfTests(),
    ...lookAlikes(domain),
  ].map(({ text }) => text);
  const before = readWords(domain);
  const phrases = [...phrasesOf(parseDocument(before))].map(({ value }) => value);
  const each = [...new Set(phrases.flatMap((phrase) => [phrase, ...variantsOf(phrase)]))];
  const matches = countMatches(each, await wordsRead(rules, texts));
  const inPhrases = new Set(phrases);
  const keeps = (phrase: string) => matches.has(phrase) || (flags.whole && !inPhrases.has(phrase));
  const after = pruneWords(before, keeps);
  const definitionFile = join(wordsFile(domain), '../../definition.yaml');
  const withoutWords = readYaml(readFileSync(definitionFile, 'utf8'), DefinitionWithoutWords, definitionFile);
  const pruned = withWords(withoutWords, after, wordsFile(domain));
  const heldOut = documents.filter(({ isHeldOut }) => isHeldOut);
  const withAll = await talliesOf(whole, heldOut);
  const without = await talliesOf(pruned, heldOut);
  read.push(...withAll.map((tally, n) => [tally, without[n]!] as const));
  const matched = phrases.filter((phrase) => matches.has(phrase)).length;
  const counts = [texts.length, phrases.length, matched, kilobytes(before), kilobytes(after)];
  console.log(
    `${domain.padEnd(22)}${counts.map((count) => String(count).padStart(8)).join('')}   ${ratesOf(withAll)}      ${ratesOf(without)}`,
  );
  if (flags.write) writeFileSync(wordsFile(domain), after);
}
printDifference();
await encoder.close();

async function talliesOf(definition: DomainDefinition, cases: readonly RealCase[]): Promise<Tally[]> {
  const rules = await compileRules(definition, encoder, gazetteer);
  const tallies: Tally[] = [];
  for (const { given } of cases) {
    const scored: Scored = { tallies: new Map(), mistakes: [] };
    const extraction = await rules.extract(given.text, Date.parse(given.now));
    scoreCase(definition, gazetteer.resolve, withoutSoftFields(given, definition), extraction, scored);
    tallies.push(totalOf(scored.tallies));
  }
  return tallies;
}

function ratesOf(tallies: readonly Tally[]): string {
  const sum = sumOf(tallies);
  return `${precisionOf(sum).toFixed(3)} / ${recallOf(sum).toFixed(3)}`;
}

function kilobytes(text: string): number {
  return Math.round(Buffer.byteLength(text) / 1024);
}

/** The difference in F1 on the held-out documents, with its interval by a bootstrap over documents. */
function printDifference(): void {
  const gain = (drawn: typeof read) =>
    f1Of(sumOf(drawn.map(([, without]) => without))) - f1Of(sumOf(drawn.map(([withAll]) => withAll)));
  const random = new SeededRandom(SEED);
  const draws = Array.from({ length: DRAWS }, () =>
    gain(read.map(() => read[random.below(read.length)]!)),
  ).sort((a, b) => a - b);
  const [low, high] = [draws[Math.floor(DRAWS * 0.025)]!, draws[Math.floor(DRAWS * 0.975)]!];
  console.log(`\n${read.length} held-out documents, with all words ${ratesOf(read.map(([whole]) => whole))}`);
  console.log(`without what matches nothing ${ratesOf(read.map(([, without]) => without))}`);
  console.log(`difference in F1 ${gain(read).toFixed(4)}, 95 % from ${low.toFixed(4)} to ${high.toFixed(4)}`);
}

/** Texts that stand in the tests of reading, whatever their domain. */
function textsOfTests(): { readonly text: string }[] {
  const files = globSync('../src/{people/reading,domains}/**/*.test.ts', { cwd: import.meta.dirname });
  const code = [...files, 'extraction/look-alikes.test.ts'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
  const literals = code.flatMap((text) => [...text.matchAll(/(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)]);
  return literals.map(([, , text = '']) => ({ text: text.replaceAll('\\n', '\n') }));
}

function lookAlikes(domain: string): { readonly text: string }[] {
  const file = join(casesFolder, 'look-alikes.yaml');
  const texts = readYaml(readFileSync(file, 'utf8'), z.record(z.string(), z.array(z.string())), file);
  return (texts[domain] ?? []).map((text) => ({ text }));
}
