/**
 * Precision, recall and F1 of extraction over the cases in `eval/extraction/`, by domain, field and part.
 * With --llm the model of LLM_URL and LLM_MODEL reads them too: the rules, the model alone, and both
 * together.
 *
 * The part `written` has synthetic texts. Last comes how far the probabilities can be trusted.
 *
 * npm run eval -- extraction [--domain NAME]
 * [--errors[=heldout|blind|probes|fresh|round1|…|round10|sides|sides-heldout|written]] [--llm]
 */
import { parseArgs } from 'node:util';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import type { LanguageModel } from '../src/engines/llm/language-model.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { compileRules, type EvaluatedPart, type Evaluation, evaluate } from './extraction/evaluate.ts';
import { extractorsToEvaluate, openModel, QUESTIONS_AT_ONCE } from './extraction/extractors-to-evaluate.ts';
import { rounds } from './extraction/read-cases.ts';
import { binsOf, diagramOf, expectedCalibrationError, type Stated } from './extraction/reliability.ts';
import { f1Of, precisionOf, recallOf, type Tally, totalOf } from './extraction/score.ts';

const { values: flags } = parseArgs({
  args: process.argv.slice(2).map((flag) => (flag === '--errors' ? '--errors=dev' : flag)),
  options: { domain: { type: 'string' }, errors: { type: 'string' }, llm: { type: 'boolean' } },
});

const model = flags.llm === true ? modelOfEnvironment() : null;
const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
const versions = shippedVersions().filter(
  ({ domain }) => flags.domain === undefined || domain === flags.domain,
);
if (versions.length === 0) throw new Error(`no shipped domain is named «${flags.domain}»`);

const stated = new Map<EvaluatedPart, Stated[]>();
/** Values of each domain's last round, which the decision was not fitted on. */
const ofLastRounds: Stated[] = [];
for (const version of versions) {
  const definition = version.read();
  const rules = await compileRules(definition, encoder, gazetteer);
  let unanswered = 0;
  const onUnavailable = () => {
    unanswered++;
  };
  const places = { resolvePlace: gazetteer.resolve, onUnavailable };
  for (const { name, extractor } of extractorsToEvaluate(definition, rules, model, places)) {
    const by = model === null ? version.domain : `${version.domain} by ${name}`;
    const atOnce = name === 'rules' ? 1 : QUESTIONS_AT_ONCE;
    const evaluations = await evaluate(definition, extractor, gazetteer, { atOnce });
    const lastRound = evaluations.findLast(({ part }) => part.startsWith('round'));
    if (name === 'rules') ofLastRounds.push(...(lastRound?.stated ?? []));
    for (const evaluation of evaluations) {
      print(by, evaluation);
      if (name === 'rules')
        stated.set(evaluation.part, [...(stated.get(evaluation.part) ?? []), ...evaluation.stated]);
    }
  }
  if (unanswered > 0) console.log(`\n${version.domain}: ${unanswered} questions were not answered`);
}
const ofParts = (...parts: readonly EvaluatedPart[]) => parts.flatMap((part) => stated.get(part) ?? []);
for (const [title, of] of [
  ['held out, blind, probes and fresh', ofParts('heldout', 'blind', 'probes', 'fresh')],
  ['rounds', ofParts(...rounds)],
  ['the last round of each domain', ofLastRounds],
  ['written', ofParts('written')],
] as const) {
  const bins = binsOf(of);
  console.log(
    `\nreliability, ${title}: ECE ${expectedCalibrationError(bins).toFixed(3)} of ${of.length} values`,
  );
  for (const line of diagramOf(bins)) console.log(line);
}
await encoder.close();

function modelOfEnvironment(): LanguageModel {
  const { LLM_URL: url, LLM_MODEL: name, LLM_API_KEY: apiKey } = process.env;
  if (!url || !name) throw new Error('--llm needs LLM_URL and LLM_MODEL, as the service does');
  return openModel({ url, model: name, apiKey: apiKey || undefined });
}

function print(domain: string, { part, count, failed, tallies, mistakes }: Evaluation): void {
  const without = count - failed.length;
  console.log(
    `\n${domain}, ${part === 'heldout' ? 'held out' : part} (${count} texts, ${without} without a mistake)`,
  );
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
