/**
 * An ablation: the gain of extraction's decision (`src/people/reading/decision/`) from the words around a
 * candidate, as a tagger reads them. Decisions with and without them are fitted on the `dev` sets and all
 * rounds of a domain but its last. They are scored on the last rounds. Prints the log loss of the candidates,
 * and the precision and recall of the values that are decided for at some thresholds. Recall is of the right
 * values that the rules propose. No model is written.
 *
 *   npm run eval -- extraction-context
 */
import { printTable } from '../bench/support/measure.ts';
import { asLogOdds } from '../src/contract/brands.ts';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { compileExtractor } from '../src/people/reading/compile-extractor.ts';
import { decisionModelOf } from '../src/people/reading/decision/decision-model.ts';
import { logLossOf } from '../src/platform/numeric/fit-logistic.ts';
import { sigmoid } from '../src/platform/numeric/logistic.ts';
import { contextWords } from './extraction/decision/context-words.ts';
import { fitCandidates } from './extraction/decision/fit-candidates.ts';
import { contextLogOdds, fitContext, type ReadCandidate } from './extraction/decision/fit-context.ts';
import {
  explainCases,
  type LabelledCandidate,
  labelCandidates,
} from './extraction/decision/labelled-candidates.ts';
import { casesFolder } from './extraction/evaluate.ts';
import { readCases, rounds } from './extraction/read-cases.ts';

interface PlacedCandidate extends LabelledCandidate {
  readonly domain: string;
  readonly isOfLast: boolean;
  readonly context: ReadonlySet<string>;
  /** At most one candidate of a place is given. */
  readonly place: string;
}

const THRESHOLDS = [0.5, 0.6, 0.7, 0.8];

const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
const { resolve: resolvePlace, populationOf, mayBeginPlace } = gazetteer;
const candidates: PlacedCandidate[] = [];
for (const version of shippedVersions()) candidates.push(...(await readDomain(version.read())));
await encoder.close();

const fitted = candidates.filter(({ isOfLast }) => !isOfLast);
const last = candidates.filter(({ isOfLast }) => isOfLast);
const { sides, numbers } = { sides: {}, numbers: {} };
const decision = decisionModelOf({
  card: { seed: 0, command: '' },
  ceiling: 1,
  sides,
  numbers,
  ...fitCandidates(fitted),
});
const baseOf = ({ features, field, value }: LabelledCandidate) => decision.logOdds(features, field, value);
const withBase = (each: PlacedCandidate): ReadCandidate => ({ ...each, logOdds: baseOf(each) });
const weights = fitContext(fitted.map(withBase));
console.log(
  `${fitted.length} candidates fitted on, ${last.length} of the last rounds, ${weights.size} words around them`,
);
const withWords = (each: PlacedCandidate) => baseOf(each) + contextLogOdds(weights, each.context);
printTable(
  ['domain', 'candidates', 'words', 'log loss', ...THRESHOLDS.map((threshold) => `P / R at ${threshold}`)],
  [...Map.groupBy(last, ({ domain }) => domain)].flatMap(([domain, own]) => [
    rowOf(domain, 'without', own, baseOf),
    rowOf('', 'with', own, withWords),
  ]),
);

async function readDomain(definition: ReturnType<ReturnType<typeof shippedVersions>[number]['read']>) {
  const tools = { encoder, resolvePlace, populationOf, mayBeginPlace };
  const extractor = await compileExtractor(definition, tools, { reader: () => null });
  const { domain } = definition;
  const sets = (['dev', ...rounds] as const).map((part) => readCases(casesFolder, domain, part) ?? []);
  const lastSet = sets.findLastIndex((cases) => cases.length > 0);
  const found: PlacedCandidate[] = [];
  for (const [set, cases] of sets.entries()) {
    for (const [text, readCase] of (await explainCases(extractor, cases)).entries()) {
      for (const candidate of readCase.read.candidates) {
        const read = { ...readCase, read: { ...readCase.read, candidates: [candidate] } };
        const [labelled] = labelCandidates({ ...definition, fields: [] }, resolvePlace, read, 1);
        if (labelled === undefined) continue;
        const isOne = candidate.kind === 'value' && !candidate.field.multiple;
        found.push({
          ...labelled,
          domain,
          isOfLast: set === lastSet,
          context: contextWords(readCase.read.document.words, candidate.finding, labelled.field),
          place: `${text} ${labelled.field} ${isOne ? '' : (labelled.value ?? candidate.span.join())}`,
        });
      }
    }
  }
  return found;
}

function rowOf(
  domain: string,
  words: string,
  own: readonly PlacedCandidate[],
  logOddsOf: (one: PlacedCandidate) => number,
): string[] {
  const scored = own.map((candidate) => ({ ...candidate, logOdds: logOddsOf(candidate) }));
  const loss = scored.reduce(
    (sum, { isRight, logOdds }) => sum + logLossOf(isRight ? 1 : 0, asLogOdds(logOdds)),
    0,
  );
  const places = [...Map.groupBy(scored, ({ place }) => place).values()];
  const proposed = places.filter((all) => all.some(({ isRight }) => isRight)).length;
  const best = places.map((all) => all.reduce((kept, one) => (one.logOdds > kept.logOdds ? one : kept)));
  return [
    domain,
    String(own.length),
    words,
    (loss / own.length).toFixed(4),
    ...THRESHOLDS.map((threshold) => {
      const given = best.filter(({ logOdds }) => sigmoid(logOdds) >= threshold);
      const right = given.filter(({ isRight }) => isRight).length;
      return `${(right / given.length).toFixed(3)} / ${(right / proposed).toFixed(3)}`;
    }),
  ];
}
