/**
 * `npm run eval:extraction -- [--domain NAME] [--errors[=heldout|blind]]`: precision, recall and F1 of extraction over
 * the cases in `eval/extraction/`, by domain and field, for each part apart.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/places/gazetteer.ts';
import { compileExtractor } from '../src/profiles/extract/compile-extractor.ts';
import { type Part, parts, readCases } from './extraction/read-cases.ts';
import { type Scored, scoreCase, type Tally } from './extraction/score.ts';

const folder = join(import.meta.dirname, '..', 'eval', 'extraction');
const { values: flags } = parseArgs({
  args: process.argv.slice(2).map((flag) => (flag === '--errors' ? '--errors=dev' : flag)),
  options: { domain: { type: 'string' }, errors: { type: 'string' } },
});

const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
const versions = shippedVersions().filter(
  ({ domain }) => flags.domain === undefined || domain === flags.domain,
);
if (versions.length === 0) throw new Error(`no shipped domain is named «${flags.domain}»`);

for (const version of versions) {
  const definition = version.read();
  const extractor = await compileExtractor(definition, {
    encoder,
    resolvePlace: gazetteer.resolve,
    populationOf: gazetteer.populationOf,
  });
  for (const part of parts) {
    const cases = readCases(folder, definition.domain, part);
    if (cases === null) continue;
    const scored: Scored = { tallies: new Map(), mistakes: [] };
    for (const given of cases) {
      const extraction = await extractor.extract(given.text, Date.parse(given.now), given.known);
      scoreCase(definition, gazetteer.resolve, given, extraction, scored);
    }
    print(definition.domain, part, cases.length, scored);
  }
}
await encoder.close();

function print(domain: string, part: Part, count: number, { tallies, mistakes }: Scored): void {
  console.log(`\n${domain}, ${part === 'heldout' ? 'held out' : part} (${count} texts)`);
  console.log(
    `  ${'field'.padEnd(24)}${'precision'.padStart(10)}${'recall'.padStart(8)}${'F1'.padStart(8)}   right wrong missed`,
  );
  const total: Tally = { right: 0, wrong: 0, missed: 0 };
  for (const [key, tally] of tallies) {
    total.right += tally.right;
    total.wrong += tally.wrong;
    total.missed += tally.missed;
    console.log(`  ${line(key, tally)}`);
  }
  console.log(`  ${line('all', total)}`);
  if (flags.errors !== part) return;
  for (const { key, found, gold, text } of mistakes) {
    console.log(
      `\n  ${key}: found ${JSON.stringify(found)}, gold ${JSON.stringify(gold)}\n    ${text.replaceAll('\n', ' ⏎ ').slice(0, 400)}`,
    );
  }
}

function line(key: string, { right, wrong, missed }: Tally): string {
  const precision = right + wrong === 0 ? 1 : right / (right + wrong);
  const recall = right + missed === 0 ? 1 : right / (right + missed);
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  const shown = [precision, recall, f1].map((value) => value.toFixed(3));
  return `${key.padEnd(24)}${shown[0]!.padStart(10)}${shown[1]!.padStart(8)}${shown[2]!.padStart(8)}   ${String(right).padStart(5)} ${String(wrong).padStart(5)} ${String(missed).padStart(6)}`;
}
