/**
 * Precision and recall of extraction in domains whose files have names, types and descriptions, and no rules.
 * A domain is `NAME.yaml`, its texts with gold are `NAME.texts.yaml`; soft fields, which keep the whole text,
 * are not scored.
 *
 *   npm run eval -- extraction-schema [--folder eval/extraction/own] [--domain NAME] [--errors]
 */
import { parseArgs } from 'node:util';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { evaluateOwn, ownDomains, ownFolder } from './extraction/evaluate-own.ts';
import { binsOf, expectedCalibrationError, type Stated } from './extraction/reliability.ts';
import { f1Of, precisionOf, recallOf, type Tally, totalOf } from './extraction/score.ts';

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: {
    folder: { type: 'string', default: ownFolder },
    domain: { type: 'string' },
    errors: { type: 'boolean', default: false },
  },
});

const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
const stated: Stated[] = [];
const all: Tally = { right: 0, wrong: 0, missed: 0 };
console.log(`${'domain'.padEnd(24)}precision  recall      F1   right  wrong  missed  ms to compile`);
for (const name of ownDomains(flags.folder)) {
  if (flags.domain !== undefined && name !== flags.domain) continue;
  const found = await evaluateOwn(flags.folder, name, encoder, gazetteer);
  const total = totalOf(found.tallies);
  print(name, total, found.millisecondsToCompile);
  for (const key of ['right', 'wrong', 'missed'] as const) all[key] += total[key];
  stated.push(...found.stated);
  if (!flags.errors) continue;
  for (const [field, tally] of found.tallies) print(`  ${field}`, tally);
  for (const { key, found: value, gold, text } of found.mistakes)
    console.log(
      `  ${key}: found ${JSON.stringify(value)}, gold ${JSON.stringify(gold)}\n    ${text.replaceAll('\n', ' ⏎ ').slice(0, 300)}`,
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
