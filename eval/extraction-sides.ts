/**
 * Fits which words speak for a side (`src/people/reading/side/side-words.ts`) and writes
 * `models/extraction-sides`. It prints how many texts of each set get their side from words that were fitted
 * on all other sets. The sets held out, blind, probes, fresh and sides-heldout are not read.
 *
 *   npm run eval -- extraction-sides [--seed 1] [--check]    --check: prints only
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { compileExtractor } from '../src/people/reading/compile-extractor.ts';
import {
  type DomainWords,
  type SideModelFile,
  shippedSideModelFile,
  weightOfFeature,
} from '../src/people/reading/side/side-words.ts';
import { casesFolder } from './extraction/evaluate.ts';
import { readCases } from './extraction/read-cases.ts';
import { fitSideWords } from './extraction/sides/fit-side-words.ts';
import { readSideTexts, type SideText } from './extraction/sides/read-side-texts.ts';

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: { seed: { type: 'string', default: '1' }, check: { type: 'boolean' } },
});
const seed = Number(flags.seed);
const encoder = await openTextEncoder('embedded');
const { resolve: resolvePlace, populationOf, mayBeginPlace } = await openGazetteer();
const definitions = shippedVersions().map((version) => version.read());
const domains: Record<string, DomainWords> = {};
let count = 0;
for (const definition of definitions) {
  const sides = definition.fields.find(({ name }) => name === definition.sides?.field)?.values;
  if (sides === undefined) continue;
  const tools = { encoder, resolvePlace, populationOf, mayBeginPlace };
  const extractor = await compileExtractor(definition, tools, { sides: new Map() });
  const texts = await readSideTexts(definition, sides, extractor, {
    seed,
    others: textsOfOthers(definition.domain),
  });
  count += texts.length;
  printLeftOut(definition.domain, sides, texts);
  domains[definition.domain] = fitSideWords(sides, texts);
}
const file: SideModelFile = {
  card: { command: `npm run eval -- extraction-sides --seed ${seed}`, texts: count },
  domains,
};
if (flags.check !== true) writeFileSync(shippedSideModelFile, `${format(file)}\n`);
await encoder.close();

/** Their texts are of no side here. */
function textsOfOthers(domain: string): string[] {
  return definitions
    .filter((other) => other.domain !== domain)
    .flatMap((other) =>
      (['dev', 'round1'] as const).flatMap((part) => readCases(casesFolder, other.domain, part) ?? []),
    )
    .map(({ text }) => text);
}

function printLeftOut(domain: string, sides: readonly string[], texts: readonly SideText[]): void {
  for (const part of new Set(texts.map((text) => text.part))) {
    if (part === 'others' || part === 'clauses') continue;
    const model = fitSideWords(
      sides,
      texts.filter((text) => text.part !== part),
    );
    const of = texts.filter((text) => text.part === part);
    const right = of.filter((text) => answerOf(model, text) === text.side).length;
    const opposite = of.filter(
      (text) => text.side !== null && ![text.side, null].includes(answerOf(model, text)),
    ).length;
    console.log(
      `${domain.padEnd(24)}${part.padEnd(10)}${of.length} texts, ${right} right, ${opposite} of another side`,
    );
  }
}

function answerOf({ bias, words }: DomainWords, { features, wordCount }: SideText): number | null {
  const odds = bias.map((of, side) => {
    let sum = 0;
    for (const feature of features) sum += words[feature]?.[side] ?? 0;
    return of + sum * weightOfFeature(wordCount);
  });
  const best = odds.indexOf(Math.max(...odds));
  return odds[best]! > 0 ? best : null;
}

/** One line a word, so that versions can be compared. */
function format({ card, domains: all }: SideModelFile): string {
  const lines = Object.entries(all).map(([domain, { sides, bias, words }]) => {
    const own = Object.entries(words).map(
      ([word, odds]) => `${JSON.stringify(word)}:${JSON.stringify(odds)}`,
    );
    return `${JSON.stringify(domain)}:{"sides":${JSON.stringify(sides)},"bias":${JSON.stringify(bias)},"words":{\n${own.join(',\n')}}}`;
  });
  return `{"card":${JSON.stringify(card)},\n"domains":{${lines.join(',\n')}}}`;
}
