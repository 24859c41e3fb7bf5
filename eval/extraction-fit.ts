/**
 * Fits and writes the models that decide between candidates (`src/people/reading/decision/`) and for a side
 * (`src/people/reading/side/`). They are fitted on synthetic texts, the `dev` sets and all rounds of a domain
 * but its last. No other set is read.
 *
 *   npm run eval -- extraction/fit-decision [--seed 1] [--texts 900]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { DomainDefinition } from '../src/domains/definition.ts';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { compileExtractor } from '../src/people/reading/compile-extractor.ts';
import {
  type DecisionModelFile,
  decisionModelOf,
  shippedModelFile,
} from '../src/people/reading/decision/decision-model.ts';
import { fitCandidates, usualNumbers } from './extraction/decision/fit-candidates.ts';
import { fitSides, type SidedText } from './extraction/decision/fit-sides.ts';
import {
  explainCases,
  type LabelledCandidate,
  labelCandidates,
} from './extraction/decision/labelled-candidates.ts';
import { temper, temperSides } from './extraction/decision/temper.ts';
import { casesFolder } from './extraction/evaluate.ts';
import { type Case, readCases, rounds } from './extraction/read-cases.ts';
import { writeCases } from './extraction/synthetic/write-cases.ts';

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: { seed: { type: 'string', default: '1' }, texts: { type: 'string', default: '900' } },
});
const [seed, count] = [Number(flags.seed), Number(flags.texts)];
/**
 * A text of a `dev` set counts more: people wrote it. The rules were written with it, so it counts not much
 * more.
 */
const DEV_WEIGHT = 4;
/** Texts of the rounds are harder than most: their writers did not know the rules. */
const ROUND_WEIGHT = 2;

const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
const tools = {
  encoder,
  resolvePlace: gazetteer.resolve,
  populationOf: gazetteer.populationOf,
  mayBeginPlace: gazetteer.mayBeginPlace,
};

type Model = Omit<DecisionModelFile, 'card'>;
type Weighted = readonly [given: Case, weight: number];
interface DomainCases {
  readonly definition: DomainDefinition;
  readonly cases: readonly Weighted[];
}

/** The `dev` sets, and texts of wordings of the split. */
const casesOf = (split: 'fit' | 'tune', textCount: number): DomainCases[] =>
  shippedVersions().map((version, at) => {
    const definition = version.read();
    const dev = readCases(casesFolder, definition.domain, 'dev') ?? [];
    const ofRounds = rounds.map((part) => readCases(casesFolder, definition.domain, part) ?? []);
    // A domain's last round stays out, as a check.
    const last = ofRounds.findLastIndex((cases) => cases.length > 0);
    const written = writeCases(
      definition.domain,
      textCount,
      seed * 100 + at + (split === 'tune' ? 50 : 0),
      split,
    );
    return {
      definition,
      cases: [
        ...dev.map((given) => [given, DEV_WEIGHT] as const),
        ...ofRounds
          .filter((_, at) => at !== last)
          .flatMap((cases) => cases.map((given) => [given, ROUND_WEIGHT] as const)),
        ...written.map((given) => [given, 1] as const),
      ],
    };
  });

async function explainAll(model: Model, domains: readonly DomainCases[]) {
  const all = [];
  for (const { definition, cases } of domains) {
    const file = { card: { seed, command: '' }, ...model };
    const extractor = await compileExtractor(definition, tools, {
      decision: decisionModelOf(file),
      reader: () => null,
    });
    const read = await explainCases(
      extractor,
      cases.map(([given]) => given),
    );
    all.push({ definition, cases, read });
  }
  return all;
}

async function sidedTexts(model: Model, domains: readonly DomainCases[]): Promise<SidedText[]> {
  const sided: SidedText[] = [];
  for (const { definition, cases, read } of await explainAll(model, domains)) {
    const name = definition.sides?.field;
    const sides = definition.fields.find((field) => field.name === name)?.values;
    if (name === undefined || sides === undefined) continue;
    for (const [at, { read: fields }] of read.entries()) {
      const [given, weight] = cases[at]!;
      const side = given.fields[name];
      if (fields.side !== null && typeof side === 'string')
        sided.push({ domain: definition.domain, sides, side, decision: fields.side, weight });
    }
  }
  return sided;
}

async function labelAll(model: Model, domains: readonly DomainCases[]): Promise<LabelledCandidate[]> {
  const explained = await explainAll(model, domains);
  return explained.flatMap(({ definition, cases, read }) =>
    read.flatMap((one, at) => labelCandidates(definition, gazetteer.resolve, one, cases[at]![1])),
  );
}

const [fit, tune] = [casesOf('fit', count), casesOf('tune', Math.ceil(count / 2))];
const start: Model = {
  ceiling: 1,
  weights: { bias: -1, 'first choice': 4 },
  effects: {},
  numbers: {},
  sides: { 'first choice': 6 },
};

const sided = await sidedTexts(start, fit);
const sides = fitSides(sided);
const withSides: Model = {
  ...start,
  sides: temperSides(sides, await sidedTexts({ ...start, sides }, tune)),
};
const numbers = usualNumbers(await labelAll(withSides, fit));
const labelled = await labelAll({ ...withSides, numbers }, fit);
const fitted: Model = { ...withSides, numbers, ...fitCandidates(labelled) };
const unseen = await labelAll(fitted, tune);
const isOf =
  (domain: string) =>
  ({ field }: LabelledCandidate) =>
    field.startsWith(`${domain}.`);
const leftOut = fit.map(({ definition: { domain } }) => ({
  model: {
    ...withSides,
    numbers,
    ...fitCandidates(labelled.filter((candidate) => !isOf(domain)(candidate))),
  },
  labelled: unseen.filter(isOf(domain)),
}));
const model: Model = { ...fitted, ...temper(fitted, leftOut) };
console.log(
  `${sided.length} texts with a side; ${labelled.length} candidates, ${labelled.filter(({ isRight }) => isRight).length} right`,
);

const devCount = fit.reduce((sum, { cases }) => sum + cases.length - count, 0);
const file: DecisionModelFile = {
  card: {
    seed,
    command: `npm run eval -- extraction-fit --seed ${seed} --texts ${count}`,
    texts: { fit: count * fit.length, tune: Math.ceil(count / 2) * tune.length, dev: devCount },
    candidates: labelled.length,
  },
  ...model,
};
writeFileSync(shippedModelFile, `${JSON.stringify(file, null, 1)}\n`);
await encoder.close();
