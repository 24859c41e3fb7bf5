/**
 * `npm run eval:extraction -- [--domain NAME] [--errors[=heldout|blind]]`: precision, recall and F1 of extraction over
 * the cases in `eval/extraction/`, by domain and field, for each part apart.
 */
import { parseArgs } from 'node:util';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/places/gazetteer.ts';
import { type Evaluation, evaluate } from './extraction/evaluate.ts';
import { f1Of, precisionOf, recallOf, type Tally, totalOf } from './extraction/score.ts';

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
  for (const evaluation of await evaluate(version.read(), encoder, gazetteer))
    print(version.domain, evaluation);
}
await encoder.close();

function print(domain: string, { part, count, tallies, mistakes }: Evaluation): void {
  console.log(`\n${domain}, ${part === 'heldout' ? 'held out' : part} (${count} texts)`);
  console.log(
    `  ${'field'.padEnd(24)}${'precision'.padStart(10)}${'recall'.padStart(8)}${'F1'.padStart(8)}   right wrong missed`,
  );
  for (const [key, tally] of tallies) console.log(`  ${line(key, tally)}`);
  console.log(`  ${line('all', totalOf(tallies))}`);
  if (flags.errors !== part) return;
  for (const { key, found, gold, text } of mistakes) {
    const shown = text.replaceAll('\n', ' ⏎ ').slice(0, 400);
    console.log(`\n  ${key}: found ${JSON.stringify(found)}, gold ${JSON.stringify(gold)}\n    ${shown}`);
  }
}

function line(key: string, tally: Tally): string {
  const shares = [precisionOf(tally), recallOf(tally), f1Of(tally)].map((share) => share.toFixed(3));
  const counts = [tally.right, tally.wrong, tally.missed].map(String);
  return [
    key.padEnd(24),
    shares[0]!.padStart(10),
    shares[1]!.padStart(8),
    shares[2]!.padStart(8),
    counts[0]!.padStart(8),
    counts[1]!.padStart(6),
    counts[2]!.padStart(7),
  ].join('');
}
