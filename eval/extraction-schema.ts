/**
 * Precision and recall of extraction in domains whose files have names, types and descriptions, and no rules. A domain
 * is `NAME.yaml`, its texts with gold are `NAME.texts.yaml`; soft fields, which keep the whole text, are not scored.
 *
 *   npm run eval -- extraction-schema [--folder eval/extraction/own] [--domain NAME] [--errors]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parseDefinition } from '../src/domains/parse-definition.ts';
import { readYaml } from '../src/domains/read-yaml.ts';
import { openTextEncoder } from '../src/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/places/gazetteer.ts';
import { compileRules } from './extraction/evaluate.ts';
import { Case } from './extraction/read-cases.ts';
import { binsOf, expectedCalibrationError, type Stated, statedValues } from './extraction/reliability.ts';
import {
  f1Of,
  precisionOf,
  recallOf,
  type Scored,
  scoreCase,
  type Tally,
  totalOf,
} from './extraction/score.ts';

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: {
    folder: { type: 'string', default: join(import.meta.dirname, 'extraction', 'own') },
    domain: { type: 'string' },
    errors: { type: 'boolean', default: false },
  },
});

const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
const names = readdirSync(flags.folder)
  .filter((name) => name.endsWith('.texts.yaml'))
  .map((name) => name.replace('.texts.yaml', ''))
  .filter((name) => flags.domain === undefined || name === flags.domain);
const stated: Stated[] = [];
const all: Tally = { right: 0, wrong: 0, missed: 0 };
console.log(`${'domain'.padEnd(24)}precision  recall      F1   right  wrong  missed  ms to compile`);
for (const name of names) {
  const definition = parseDefinition(readFileSync(join(flags.folder, `${name}.yaml`), 'utf8'), name);
  const cases = readYaml(readFileSync(join(flags.folder, `${name}.texts.yaml`), 'utf8'), z.array(Case), name);
  const started = performance.now();
  const extractor = await compileRules(definition, encoder, gazetteer);
  const milliseconds = performance.now() - started;
  const scored: Scored = { tallies: new Map(), mistakes: [] };
  const soft = definition.fields.filter(({ kind }) => kind === 'soft').map((field) => field.name);
  for (const written of cases) {
    const given = { ...written, ignore: [...written.ignore, ...soft, 'preferences'] };
    const extraction = await extractor.extract(given.text, Date.parse(given.now), given.known);
    scoreCase(definition, gazetteer.resolve, given, extraction, scored);
    stated.push(...statedValues(definition, gazetteer.resolve, given, extraction));
  }
  print(name, totalOf(scored.tallies), milliseconds);
  for (const key of ['right', 'wrong', 'missed'] as const) all[key] += totalOf(scored.tallies)[key];
  if (!flags.errors) continue;
  for (const [field, tally] of scored.tallies) print(`  ${field}`, tally);
  for (const { key, found, gold, text } of scored.mistakes)
    console.log(
      `  ${key}: found ${JSON.stringify(found)}, gold ${JSON.stringify(gold)}\n    ${text.replaceAll('\n', ' ⏎ ').slice(0, 300)}`,
    );
}
print('all', all);
console.log(
  `calibration error ${expectedCalibrationError(binsOf(stated)).toFixed(3)} of ${stated.length} values`,
);
await encoder.close();

function print(name: string, tally: Tally, milliseconds?: number): void {
  const shares = [precisionOf(tally), recallOf(tally), f1Of(tally)].map((share) =>
    share.toFixed(3).padStart(8),
  );
  const counts = [tally.right, tally.wrong, tally.missed].map((count) => String(count).padStart(7));
  console.log(
    `${name.padEnd(24)} ${[...shares, ...counts].join('')}${milliseconds?.toFixed(0).padStart(12) ?? ''}`,
  );
}
