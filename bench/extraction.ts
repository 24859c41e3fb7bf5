/**
 * Processor time of extraction with the static encoder: microseconds a text of about 100 characters, by
 * domain, rules and decision. Medians of fifteen passes after ten over the texts of the evaluation sets.
 * `npm run bench -- extraction [--domain NAME]`
 */
import { parseArgs } from 'node:util';
import { readCases } from '../eval/extraction/read-cases.ts';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { compileExtractor } from '../src/people/reading/compile-extractor.ts';
import { printTable } from './support/measure.ts';

const PASSES = 15;
const WARM_UP = 10;
const CHARACTERS = [70, 130] as const;

const { values: flags } = parseArgs({ args: process.argv.slice(2), options: { domain: { type: 'string' } } });
const encoder = await openTextEncoder('embedded');
const { resolve: resolvePlace, populationOf, mayBeginPlace } = await openGazetteer();
const folder = new URL('../eval/extraction/', import.meta.url).pathname;
const rows: string[][] = [];
for (const version of shippedVersions()) {
  if (flags.domain !== undefined && version.domain !== flags.domain) continue;
  const extractor = await compileExtractor(version.read(), {
    encoder,
    resolvePlace,
    populationOf,
    mayBeginPlace,
  });
  const texts = (['dev', 'heldout', 'blind'] as const)
    .flatMap((part) => readCases(folder, version.domain, part) ?? [])
    .map(({ text }) => text.slice(0, CHARACTERS[1]))
    .filter(({ length }) => length >= CHARACTERS[0]);
  const pass = async () => {
    const before = process.cpuUsage();
    for (const text of texts) await extractor.extract(text, Date.now());
    const { user, system } = process.cpuUsage(before);
    return (user + system) / texts.length;
  };
  const passes: number[] = [];
  for (let n = 0; n < PASSES + WARM_UP; n++) passes.push(await pass());
  const sorted = passes.slice(WARM_UP).sort((a, b) => a - b);
  const characters = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  rows.push([
    version.domain,
    String(texts.length),
    characters.toFixed(0),
    sorted[(PASSES - 1) / 2]!.toFixed(0),
    sorted[0]!.toFixed(0),
  ]);
}
printTable(['domain', 'texts', 'characters', 'µs a text, median', 'least'], rows);
await encoder.close();
