/**
 * Precision and recall of extraction from texts that are not English, by language and domain. The texts are
 * in `eval/extraction/languages/`.
 *
 *   npm run eval -- extraction-languages [--errors]
 */
import { parseArgs } from 'node:util';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { evaluateLanguages } from './extraction/evaluate-languages.ts';
import { f1Of, precisionOf, recallOf, type Tally, totalOf } from './extraction/score.ts';

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: { errors: { type: 'boolean', default: false } },
});

const encoder = await openTextEncoder('embedded');
const evaluations = await evaluateLanguages(encoder, await openGazetteer());
await encoder.close();

console.log(`${'language and domain'.padEnd(24)}texts precision  recall      F1   right  wrong  missed`);
for (const [language, own] of Map.groupBy(evaluations, (evaluation) => evaluation.language)) {
  const all: Tally = { right: 0, wrong: 0, missed: 0 };
  for (const { domain, count, tallies, mistakes } of own) {
    const total = totalOf(tallies);
    print(`${language} ${domain}`, count, total);
    for (const key of ['right', 'wrong', 'missed'] as const) all[key] += total[key];
    if (!flags.errors) continue;
    for (const { key, found, gold, text } of mistakes)
      console.log(`  ${key}: found ${JSON.stringify(found)}, gold ${JSON.stringify(gold)}\n    ${text}`);
  }
  print(
    `${language} all`,
    own.reduce((sum, { count }) => sum + count, 0),
    all,
  );
}

function print(name: string, count: number, tally: Tally): void {
  const shares = [precisionOf(tally), recallOf(tally), f1Of(tally)].map((share) =>
    share.toFixed(3).padStart(8),
  );
  const counts = [tally.right, tally.wrong, tally.missed].map((count) => String(count).padStart(7));
  console.log(`${name.padEnd(24)}${String(count).padStart(5)} ${[...shares, ...counts].join('')}`);
}
