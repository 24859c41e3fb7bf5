/**
 * Precision and recall over labelled real documents (`eval/extraction/real/`): hard and derived fields and
 * preferences, by domain and by length. Nothing is fitted on the part `held-out`, whose documents are of
 * repositories of their own.
 *
 *   npm run eval -- extraction-real [--texts FOLDER] [--part held-out|fitted] [--domain NAME] [--errors] [--fields] [--causes]
 *
 * FOLDER has the originals of the fitted part; without it only rewritten ones are read, and the number of absent
 * ones is printed.
 */
import { parseArgs } from 'node:util';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { compileRules } from './extraction/evaluate.ts';
import { type CausesByField, countCauses, printCauses } from './extraction/real/causes.ts';
import { type RealCase, readRealCases } from './extraction/real/read-real-cases.ts';
import { binsOf, expectedCalibrationError, type Stated, statedValues } from './extraction/reliability.ts';
import {
  f1Of,
  precisionOf,
  recallOf,
  type Scored,
  scoreCase,
  type Tally,
  totalOf,
  withoutSoftFields,
} from './extraction/score.ts';

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: {
    texts: { type: 'string' },
    part: { type: 'string', default: 'held-out' },
    domain: { type: 'string' },
    errors: { type: 'boolean', default: false },
    fields: { type: 'boolean', default: false },
    causes: { type: 'boolean', default: false },
  },
});
if (flags.part !== 'held-out' && flags.part !== 'fitted') throw new Error('--part held-out or fitted');
const isPart = ({ isHeldOut }: RealCase) => isHeldOut === (flags.part === 'held-out');

/** UTF-16 units in which a text of a row of the table by length ends. */
const LENGTHS = [300, 800, 1500, Number.POSITIVE_INFINITY];

const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
const all: Tally = { right: 0, wrong: 0, missed: 0 };
const byLength = LENGTHS.map((): Tally => ({ right: 0, wrong: 0, missed: 0 }));
const stated: Stated[] = [];
console.log(`${'domain'.padEnd(34)}texts  absent  precision  recall      F1   right  wrong  missed`);
for (const version of shippedVersions()) {
  if (flags.domain !== undefined && version.domain !== flags.domain) continue;
  const definition = version.read();
  const { cases, absent } = readRealCases(version.domain, flags.texts);
  const rules = await compileRules(definition, encoder, gazetteer);
  const scored: Scored = { tallies: new Map(), mistakes: [] };
  const causes: CausesByField = new Map();
  const read = cases.filter(isPart);
  for (const { given, id } of read) {
    const reading = await rules.explain(given.text, Date.parse(given.now));
    const { extraction } = reading;
    const hard = withoutSoftFields(given, definition);
    const own: Scored = { tallies: new Map(), mistakes: [] };
    scoreCase(definition, gazetteer.resolveGiven, hard, extraction, own);
    scoreCase(definition, gazetteer.resolveGiven, hard, extraction, scored);
    add(byLength[LENGTHS.findIndex((most) => given.text.length <= most)]!, totalOf(own.tallies));
    stated.push(...statedValues(definition, gazetteer.resolveGiven, hard, extraction));
    countCauses(definition.fields, reading, own, gazetteer.resolveGiven, causes);
    if (!flags.errors) continue;
    for (const { key, found, gold } of own.mistakes)
      console.log(`  ${id} ${key}: found ${JSON.stringify(found)}, gold ${JSON.stringify(gold)}`);
  }
  const total = totalOf(scored.tallies);
  add(all, total);
  print(version.domain, total, String(read.length), String(absent));
  if (flags.causes) printCauses(causes);
  if (flags.fields) for (const [field, tally] of scored.tallies) print(`  ${field}`, tally);
}
print('all', all);
for (const [at, most] of LENGTHS.entries())
  print(
    Number.isFinite(most) ? `up to ${most} characters` : `above ${LENGTHS[at - 1]} characters`,
    byLength[at]!,
  );
console.log(
  `calibration error ${expectedCalibrationError(binsOf(stated)).toFixed(3)} of ${stated.length} values`,
);
await encoder.close();

function add(into: Tally, { right, wrong, missed }: Tally): void {
  into.right += right;
  into.wrong += wrong;
  into.missed += missed;
}

function print(name: string, tally: Tally, texts = '', absent = ''): void {
  const shares = [precisionOf(tally), recallOf(tally), f1Of(tally)].map((share) =>
    share.toFixed(3).padStart(8),
  );
  const counts = [tally.right, tally.wrong, tally.missed].map((count) => String(count).padStart(7));
  console.log(
    `${name.padEnd(34)}${texts.padStart(5)}${absent.padStart(8)}   ${[...shares, ...counts].join('')}`,
  );
}
