/**
 * Evaluates generative retrievers on a folder of sequences, from the import to the report, with the service's
 * own code: leave-one-out, with the next item generated as a semantic ID. Compares with the baselines, with
 * random IDs of the same shape, and with published figures of known datasets.
 *
 * npm run eval -- generative FOLDER [--codes fitted,collaborative,random,published] [--letter FILE] [--levels
 * 4]
 *     [--base-size 256] [--resolution uniform] [--cold] [--settings '{"epochs": 20}'] [--sequential]
 *     [--shuffled] [--people N] [--cases 10000] [--json]
 *
 * `collaborative`: codes of texts, behind a linear map that moves items of one history together.
 * Also prints how codes are shared, and the recall of each model by the events of the target.
 * `--letter`: codes in LETTER's form (item id - 1: tokens), for `published`.
 * `--cold`: 5 % of the items are kept out of the training data and are the targets. Also measures the cost of
 * new items in the lists for all people.
 * `--sequential`: also trains the sequential recommender.
 * Formats of a folder: `sequential/dataset-lines-of.ts`.
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { codebookLayout, type Resolution } from '../src/behaviour/semantic-ids/codebook-layout.ts';
import { shapeOf } from '../src/behaviour/sequence-models/adaptation/data-shape.ts';
import { encodeItems, textsOf } from '../src/behaviour/sequence-models/adaptation/item-texts.ts';
import { fitBaselines } from '../src/behaviour/sequence-models/baselines/fit-baselines.ts';
import {
  allProtocols,
  evaluateSequences,
} from '../src/behaviour/sequence-models/evaluation/evaluate-sequences.ts';
import { evaluateSplit } from '../src/behaviour/sequence-models/evaluation/evaluate-split.ts';
import type { SplitReport } from '../src/behaviour/sequence-models/evaluation/evaluation-report.ts';
import type { Ranker } from '../src/behaviour/sequence-models/evaluation/ranker.ts';
import { collectHistories } from '../src/behaviour/sequence-models/histories/collect-histories.ts';
import type { Histories } from '../src/behaviour/sequence-models/histories/histories.ts';
import type {
  Architecture,
  FitProgress,
  ItemCatalogue,
} from '../src/behaviour/sequence-models/models/architecture.ts';
import { type FittedForSplit, fitForSplit } from '../src/behaviour/sequence-models/models/fit-for-split.ts';
import { generativeRetriever } from '../src/behaviour/sequence-models/models/generative/generative-retriever.ts';
import type { ItemCodes } from '../src/behaviour/sequence-models/models/generative/item-codes.ts';
import { readFiles, writeFiles } from '../src/behaviour/sequence-models/models/generative/model-files.ts';
import { noLinks } from '../src/behaviour/sequence-models/models/generative/new-items.ts';
import { leaveOneOut } from '../src/behaviour/sequence-models/splits/leave-one-out.ts';
import type { Split } from '../src/behaviour/sequence-models/splits/split.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { recallByPopularity } from './generative/by-popularity.ts';
import {
  amongNew,
  casesOf,
  drawnItems,
  exactRanker,
  nearestText,
  withoutItems,
} from './generative/cold-items.ts';
import { fittedCodes, publishedCodes, randomCodes, type TextVectors } from './generative/item-codes-of.ts';
import { printGroups, printShared, type RecallGroups, targetPairs } from './generative/print-codes.ts';
import { datasetLinesOf } from './sequential/dataset-lines-of.ts';
import { withImported } from './sequential/import-folder.ts';
import { printPublished, printSplit } from './sequential/print-split.ts';
import { knownDataset } from './sequential/published-figures.ts';
import { somePeople } from './sequential/some-people.ts';
import { type MeasuredCodes, measureCodes } from './tokenizers/measure-codes.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    codes: { type: 'string', default: 'fitted,random' },
    letter: { type: 'string' },
    levels: { type: 'string', default: '4' },
    'base-size': { type: 'string', default: '256' },
    resolution: { type: 'string', default: 'uniform' },
    cold: { type: 'boolean', default: false },
    'cold-share': { type: 'string', default: '0.05' },
    settings: { type: 'string', default: '{}' },
    sequential: { type: 'boolean', default: false },
    shuffled: { type: 'boolean', default: false },
    people: { type: 'string' },
    cases: { type: 'string' },
    draws: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    'ease-items': { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error(
    'Usage: npm run eval -- generative FOLDER [--codes fitted,random,published] [--letter FILE] [--cold]',
  );
  process.exit(2);
}

const [seed, threads] = [Number(flags.seed), Number(flags.threads)];
const layout = codebookLayout(
  Number(flags.levels),
  flags.resolution as Resolution,
  Number(flags['base-size']),
);
const { signal } = new AbortController();
const evaluation = {
  draws: Number(flags.draws),
  seed,
  ...(flags.cases === undefined ? {} : { maxCases: Number(flags.cases) }),
};
const { lines: whole, timesAreReal, features } = datasetLinesOf(folder);
const lines = flags.people === undefined ? whole : somePeople(whole, Number(flags.people), seed);
const baselines = { ease: { maxItems: Number(flags['ease-items']) }, threads, timesAreReal };

const groups: RecallGroups[] = [];
let train: Histories | null = null;
const shared: MeasuredCodes[] = [];

const report = await withImported({ lines, features }, async (snapshot) => {
  const texts = await textsOf(snapshot);
  const encoder = await openTextEncoder('embedded');
  const textVectors = await encodeItems(texts, (some) => encoder.encode(some), signal);
  await encoder.close();
  if (textVectors === null)
    throw new Error(`${folder} tells nothing of its items: there is nothing to fit codes on.`);
  const catalogue: ItemCatalogue = { itemIds: texts.itemIds, textVectors, createdAtMs: null };
  const name = basename(resolve(folder));
  if (flags.cold) {
    const histories = await collectHistories(snapshot, { ties: 'imported' }, signal);
    return { dataset: null, splits: await judgeCold(catalogue, textVectors, leaveOneOut(histories)) };
  }
  return evaluateSequences({
    name,
    snapshot,
    protocols: allProtocols.slice(0, timesAreReal && flags.shuffled ? 2 : 1),
    baselines,
    fitModels: async (split, ties) => {
      train ??= split.train;
      const fitted: Ranker[] = [];
      const codes = await codesBy(textVectors, texts.itemIds, split.train);
      for (const [kind, own] of codes)
        shared.push(
          measureCodes(
            { name: kind, layout: own.layout, codes: own.codes, quantizer: null, minutes: null },
            textVectors,
            targetPairs(split.test),
            seed,
          ),
        );
      for (const [kind, own] of codes)
        fitted.push(
          (await fitBy(generativeRetriever, `generative, ${kind}`, catalogue, own)(split, ties)).ranker,
        );
      if (flags.sequential) {
        const { sequentialRecommender } = await import(
          '../src/behaviour/sequence-models/models/sequential/sequential-recommender.ts'
        );
        fitted.push((await fitBy(sequentialRecommender, 'sequential', catalogue, null)(split, ties)).ranker);
      }
      return { models: fitted };
    },
    evaluation: {
      ...evaluation,
      onRanked: (ranked, cases) => {
        // With shuffled ties the training data differ by the order inside a moment alone.
        if (groups.some(([name]) => name === ranked.name)) return;
        groups.push([ranked.name, recallByPopularity(train!, cases, ranked)]);
      },
    },
  });
});
const known = report.dataset === null ? null : knownDataset(report.dataset);
if (flags.json) console.log(JSON.stringify({ ...report, known, codes: shared, groups }, null, 2));
else {
  for (const split of report.splits) printSplit(split, known);
  if (shared.length > 0) printShared(shared);
  if (groups.length > 0) printGroups(groups);
  if (known !== null) printPublished(known);
}

async function codesBy(vectors: TextVectors, itemIds: readonly string[], train: Histories) {
  const codes: [string, ItemCodes][] = [];
  for (const kind of (flags.codes ?? '').split(',')) {
    if (kind === 'fitted') codes.push(['codes of texts', await fittedCodes(vectors, layout, seed)]);
    else if (kind === 'collaborative') {
      const collaborative = { offsets: train.offsets, items: train.items, weight: 1 };
      codes.push([
        'codes of texts, had together',
        await fittedCodes(vectors, layout, seed, undefined, collaborative),
      ]);
    } else if (kind === 'random') codes.push(['random codes', randomCodes(itemIds.length, layout, seed)]);
    else if (kind === 'published' && flags.letter !== undefined)
      codes.push(['LETTER’s codes', publishedCodes(flags.letter, itemIds)]);
    else
      throw new Error(
        `--codes ${kind}: expected fitted, collaborative, random or published (with --letter FILE).`,
      );
  }
  return codes;
}

function fitBy<Settings extends { readonly epochs: number }>(
  architecture: Architecture<Settings>,
  name: string,
  catalogue: ItemCatalogue,
  codes: ItemCodes | null,
) {
  return async (split: Split, ties: 'imported' | 'shuffled'): Promise<FittedForSplit> => {
    const shape = shapeOf(split.train, catalogue.itemIds.length, catalogue.textVectors !== null);
    const given = architecture.name === 'generative-retriever' ? JSON.parse(flags.settings) : {};
    const { settings, reasons } = architecture.complete(given, shape);
    console.error(`${name}: ${JSON.stringify(settings)}\n${reasons.join(' ')}`);
    const fitted = await fitForSplit({
      architecture,
      name,
      catalogue,
      codes,
      settings,
      base: null,
      seed,
      threads,
      signal,
      maxMemoryBytes: Number.POSITIVE_INFINITY,
      onProgress: epochPrinter(name),
      checkpointPathOf: () => null,
    })(split, ties);
    const { minutes, bestEpoch, epochs, peakMemoryBytes, parameters, validation } = fitted.facts;
    console.error(
      `${name}: best epoch ${bestEpoch} of ${epochs}, ${minutes.toFixed(1)} min, ${parameters} parameters, ` +
        `peak ${Math.round(peakMemoryBytes / 2 ** 20)} MiB, validation N@10 ${validation?.ndcgAt10.toFixed(4)}`,
    );
    console.error(
      `  ${fitted.facts.curve.map((at) => `${at.epoch}: ${at.ndcgAt10.toFixed(4)} (${at.minutes.toFixed(1)} min)`).join(', ')}`,
    );
    return fitted;
  };
}

function epochPrinter(name: string) {
  let last = 0;
  return ({ epoch, loss, validationNdcg }: FitProgress) => {
    if (epoch === last) return;
    last = epoch;
    console.error(
      `${name}: epoch ${epoch}, loss ${loss.toFixed(3)}, validation N@10 ${validationNdcg?.toFixed(4) ?? '–'}`,
    );
  };
}

/**
 * Three reports. Two are on the people whose next item was kept out, among all items and among the kept-out
 * items alone. One is on all people, with new items and without.
 */
async function judgeCold(
  catalogue: ItemCatalogue,
  vectors: TextVectors,
  whole: Split,
): Promise<readonly SplitReport[]> {
  const isOut = drawnItems(catalogue.itemIds.length, Number(flags['cold-share']), seed);
  const train = withoutItems(whole.train, isOut);
  const split: Split = {
    ...whole,
    train,
    validation: { train, cases: casesOf(whole.validation.cases, isOut, 0) },
    test: casesOf(whole.test, isOut, 1),
  };
  const codes = await fittedCodes(vectors, layout, seed, isOut);
  const reports: SplitReport[] = [];
  const shape = shapeOf(train, catalogue.itemIds.length, true);
  const { settings } = generativeRetriever.complete(JSON.parse(flags.settings), shape);
  const { files, facts } = await generativeRetriever.fit(
    { catalogue, train, validation: split.validation.cases, settings, base: null, codes, seed },
    {
      signal,
      threads,
      maxMemoryBytes: Number.POSITIVE_INFINITY,
      checkpointPath: null,
      onProgress: epochPrinter('generative, cold'),
    },
  );
  const model = await generativeRetriever.open(files, { threads });
  const exact = exactRanker('generative, all scored', model);
  const near = [1, 3].map((count) => nearestText(vectors, count));
  const options = { ...evaluation, ties: 'imported' as const };
  const counted = await fitBaselines(split, baselines);
  reports.push(
    await evaluateSplit(
      split,
      {
        models: [{ ...model.ranker, name: 'generative, beam 50' }, exact],
        baselines: [...near, ...counted.baselines],
        leftOut: counted.leftOut,
      },
      options,
    ),
  );
  console.log(`Among all items; below, among the ${isOut.filter((out) => out === 1).length} kept out alone.`);
  reports.push(
    await evaluateSplit(
      split,
      { models: [amongNew(exact, isOut)], baselines: near.map((ranker) => amongNew(ranker, isOut)) },
      options,
    ),
  );
  console.log('Last, all people, whether their next item was kept out or not.');
  const content = readFiles(files);
  const without = writeFiles({ ...content, links: noLinks });
  const closed = await generativeRetriever.open(without, { threads });
  const rankers = [
    { ...model.ranker, name: `new items, share ${facts.newItems?.share.toFixed(3)}` },
    { ...closed.ranker, name: 'no new items' },
  ];
  reports.push(
    await evaluateSplit({ ...split, test: whole.test }, { models: rankers, baselines: [] }, options),
  );
  await model.close();
  await closed.close();
  return reports;
}
