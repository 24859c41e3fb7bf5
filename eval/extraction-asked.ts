/**
 * Fits which words speak for something that is asked for, against something that is offered
 * (`src/people/reading/asked/`), and writes `models/extraction-asked`. It prints how often words that were
 * fitted without a round are right about what that round names. The sets held out, blind, probes and fresh
 * are not read.
 *
 *   npm run eval -- extraction-asked [--check]    --check: prints only
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import {
  type AskedModelFile,
  askedLogOdds,
  askedWordsOf,
  shippedAskedModelFile,
} from '../src/people/reading/asked/asked-words.ts';
import { fitAsked } from './extraction/asked/fit-asked.ts';
import type { Mention } from './extraction/asked/mentions.ts';
import { mentionsBySet } from './extraction/asked/mentions-by-set.ts';

const { values: flags } = parseArgs({ args: process.argv.slice(2), options: { check: { type: 'boolean' } } });
/** Log-odds from which a thing counts as asked for; its negative: as offered. */
const SURE = Math.log(9);

const encoder = await openTextEncoder('embedded');
const { resolve: resolvePlace, populationOf, mayBeginPlace } = await openGazetteer();
const domains: AskedModelFile['domains'] = {};
let count = 0;
for (const version of shippedVersions()) {
  const definition = version.read();
  if (definition.extraction?.requests === undefined) continue;
  const sets = await mentionsBySet(definition, { encoder, resolvePlace, populationOf, mayBeginPlace });
  printLeftOut(definition.domain, sets);
  const all = [...sets.values()].flat();
  count += all.length;
  domains[definition.domain] = fitAsked(all);
}
await encoder.close();
const file: AskedModelFile = {
  card: { command: 'npm run eval -- extraction-asked', mentions: count },
  domains,
};
if (flags.check !== true) writeFileSync(shippedAskedModelFile, `${format(file)}\n`);

function printLeftOut(domain: string, sets: ReadonlyMap<string, readonly Mention[]>): void {
  const rows = [...sets.keys()].map((part) => {
    const others = [...sets].flatMap(([name, mentions]) => (name === part ? [] : mentions));
    const words = askedWordsOf(fitAsked(others));
    const of = sets
      .get(part)!
      .map(({ features, isAsked }) => ({ isAsked, odds: askedLogOdds(words, features) }));
    const among = (isAsked: boolean, holds: (odds: number) => boolean) =>
      String(of.filter((one) => one.isAsked === isAsked && holds(one.odds)).length);
    const sorts = [(odds: number) => odds >= SURE, (odds: number) => odds <= -SURE];
    return [
      part,
      ...[true, false].flatMap((isAsked) => [
        among(isAsked, () => true),
        ...sorts.map((sort) => among(isAsked, sort)),
      ]),
    ];
  });
  console.log(`${domain}, by words that were fitted on the other sets`);
  printTable(['set', 'asked for', 'read so', 'as offered', 'offered', 'as asked for', 'read so'], rows);
}

/** One line a word, so that versions can be compared. */
function format({ card, domains: all }: AskedModelFile): string {
  const lines = Object.entries(all).map(([domain, { bias, words }]) => {
    const own = Object.entries(words).map(([word, odds]) => `${JSON.stringify(word)}:${odds}`);
    return `${JSON.stringify(domain)}:{"bias":${bias},"words":{\n${own.join(',\n')}}}`;
  });
  return `{"card":${JSON.stringify(card)},\n"domains":{${lines.join(',\n')}}}`;
}
