/**
 * Fits the model that decides between candidates (`src/extraction/decision/`) and the one that decides the side
 * (`src/extraction/side/`), on synthetic texts and the `dev` sets, and writes it. No other set is read.
 *
 *   npm run eval -- extraction/fit-decision [--seed 1] [--texts 900]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { shippedVersions } from '../../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../../src/encoders/open-text-encoder.ts';
import { compileExtractor } from '../../src/extraction/compile-extractor.ts';
import {
  type DecisionModelFile,
  decisionModelOf,
  shippedModelFile,
} from '../../src/extraction/decision/decision-model.ts';
import { openGazetteer } from '../../src/places/gazetteer.ts';
import { fitCandidates, usualNumbers } from './decision/fit-candidates.ts';
import { fitSides, neutralSides, type SidedText } from './decision/fit-sides.ts';
import { explainCases, type LabelledCandidate, labelCandidates } from './decision/labelled-candidates.ts';
import { casesFolder } from './evaluate.ts';
import { type Case, readCases } from './read-cases.ts';
import { writeCases } from './synthetic/write-cases.ts';

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: { seed: { type: 'string', default: '1' }, texts: { type: 'string', default: '900' } },
});
const [seed, count] = [Number(flags.seed), Number(flags.texts)];
/** A text of a `dev` set counts more: people wrote it. The rules were written with it, so it counts not much more. */
const DEV_WEIGHT = 2;

const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
const tools = { encoder, resolvePlace: gazetteer.resolve, populationOf: gazetteer.populationOf };
const domains = shippedVersions().map((version, at) => {
  const definition = version.read();
  const cases: (readonly [Case, number])[] = [
    ...(readCases(casesFolder, definition.domain, 'dev') ?? []).map((given) => [given, DEV_WEIGHT] as const),
    ...writeCases(definition.domain, count, seed * 100 + at, 'fit').map((given) => [given, 1] as const),
  ];
  return { definition, cases };
});

type Model = Pick<DecisionModelFile, 'weights' | 'effects' | 'numbers' | 'sides'>;

async function explainAll(model: Model) {
  const all = [];
  for (const { definition, cases } of domains) {
    const extractor = await compileExtractor(
      definition,
      tools,
      decisionModelOf({ card: { seed, command: '' }, ...model }),
    );
    const read = await explainCases(
      extractor,
      cases.map(([given]) => given),
    );
    all.push({ definition, cases, read });
  }
  return all;
}

const start: Model = {
  weights: { bias: -1, 'first choice': 4 },
  effects: {},
  numbers: {},
  sides: {
    'first choice': 6,
    ...neutralSides(
      domains.flatMap(({ definition }) => {
        const field = definition.fields.find(({ name }) => name === definition.sides?.field);
        return field === undefined ? [] : [[definition.domain, field.values ?? []] as const];
      }),
    ),
  },
};

const sided: SidedText[] = [];
for (const { definition, cases, read } of await explainAll(start)) {
  const name = definition.sides?.field;
  const sides = definition.fields.find((field) => field.name === name)?.values;
  if (name === undefined || sides === undefined) continue;
  for (const [
    at,
    {
      read: { side: decision },
    },
  ] of read.entries()) {
    const [given, weight] = cases[at]!;
    const side = given.fields[name];
    if (decision === null || typeof side !== 'string') continue;
    sided.push({ domain: definition.domain, sides, side, decision, weight });
  }
}
const withSides: Model = { ...start, sides: fitSides(sided) };
console.log(`sides: ${sided.length} texts`);

async function labelAll(model: Model): Promise<LabelledCandidate[]> {
  const explained = await explainAll(model);
  return explained.flatMap(({ definition, cases, read }) =>
    read.flatMap((one, at) => labelCandidates(definition, gazetteer.resolve, one, cases[at]![1])),
  );
}
const numbers = usualNumbers(await labelAll(withSides));
const labelled = await labelAll({ ...withSides, numbers });
console.log(`candidates: ${labelled.length}, right ${labelled.filter(({ isRight }) => isRight).length}`);
const model: Model = { ...withSides, numbers, ...fitCandidates(labelled) };
const file: DecisionModelFile = {
  card: {
    seed,
    command: `npm run eval -- extraction/fit-decision --seed ${seed} --texts ${count}`,
    texts: {
      synthetic: count * domains.length,
      dev: domains.reduce((sum, { cases }) => sum + cases.length - count, 0),
    },
    candidates: labelled.length,
  },
  ...model,
};
writeFileSync(shippedModelFile, `${JSON.stringify(file, null, 1)}\n`);
await encoder.close();
