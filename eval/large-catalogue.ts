/**
 * Trains the sequential recommender once on a large simulated catalogue, where the softmax is over drawn
 * items. Compares it with popularity, a Markov chain and item-kNN by leave-one-out, all items ranked. Prints
 * processor minutes and the peak memory of the whole process, which includes the data and the evaluation.
 *
 * npm run eval -- large-catalogue [--items 100000] [--people 50000] [--events 20] [--settings '{"epochs":
 * 5}']
 *     [--cases 500] [--draws 300] [--seed 1] [--threads 1] [--json]
 *
 * `--events`: the mean a person. The catalogue: `large-catalogue/simulate-histories.ts`.
 */
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { shapeOf } from '../src/behaviour/sequence-models/adaptation/data-shape.ts';
import { recentItemsRanker } from '../src/behaviour/sequence-models/baselines/item-neighbours.ts';
import { itemSimilarity } from '../src/behaviour/sequence-models/baselines/item-similarity.ts';
import { markov } from '../src/behaviour/sequence-models/baselines/markov.ts';
import { popularity } from '../src/behaviour/sequence-models/baselines/popularity.ts';
import { evaluateSplit } from '../src/behaviour/sequence-models/evaluation/evaluate-split.ts';
import { foldRepeats } from '../src/behaviour/sequence-models/histories/fold-repeats.ts';
import { fitForSplit } from '../src/behaviour/sequence-models/models/fit-for-split.ts';
import { sequentialRecommender } from '../src/behaviour/sequence-models/models/sequential/sequential-recommender.ts';
import { leaveOneOut } from '../src/behaviour/sequence-models/splits/leave-one-out.ts';
import { simulateHistories } from './large-catalogue/simulate-histories.ts';
import { keepFiles } from './sequential/keep-files.ts';
import { printBlends, printCosts } from './sequential/print-costs.ts';
import { printSplit } from './sequential/print-split.ts';

const { values: flags } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    people: { type: 'string', default: '50000' },
    events: { type: 'string', default: '20' },
    settings: { type: 'string', default: '{}' },
    cases: { type: 'string', default: '500' },
    draws: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const [seed, threads] = [Number(flags.seed), Number(flags.threads)];
const histories = foldRepeats(
  simulateHistories({
    items: Number(flags.items),
    people: Number(flags.people),
    eventsAPerson: Number(flags.events),
    seed,
  }),
);
const { itemIds, personIds, items } = histories;
const split = leaveOneOut(histories);
const shape = shapeOf(split.train, itemIds.length, false);
const { settings, reasons } = sequentialRecommender.complete(JSON.parse(flags.settings), shape);
const kept = keepFiles();
let told = 0;
const before = process.cpuUsage();
const fitted = await fitForSplit({
  architecture: kept.architecture,
  name: sequentialRecommender.name,
  catalogue: { itemIds, textVectors: null, createdAtMs: null },
  settings,
  base: null,
  codes: null,
  seed,
  threads,
  maxMemoryBytes: Number.POSITIVE_INFINITY,
  signal: new AbortController().signal,
  checkpointPathOf: () => null,
  onProgress: ({ epoch, loss, validationNdcg }) => {
    if (epoch === told) return;
    told = epoch;
    console.error(
      `epoch ${epoch}: loss ${loss.toFixed(3)}, validation nDCG@10 ${validationNdcg?.toFixed(4) ?? '–'}`,
    );
  },
})(split, 'imported');
const cost = process.cpuUsage(before);
const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
const minutes = (cost.user + cost.system) / 6e7;
const report = await evaluateSplit(
  split,
  {
    models: [fitted.ranker],
    parts: fitted.parts,
    baselines: [popularity(split.train), markov(split.train), recentItemsRanker(itemSimilarity(split.train))],
  },
  { ties: 'imported', draws: Number(flags.draws), seed, maxCases: Number(flags.cases) },
);
await fitted.close();
const taken = new Set(split.train.items).size;
if (flags.json)
  console.log(JSON.stringify({ settings, reasons, minutes, peakMiB, taken, facts: fitted.facts, report }));
else {
  console.log(
    `${itemIds.length} items, of which ${taken} have training events; ${personIds.length} people, ${items.length} events.`,
  );
  printSplit(report, null);
  printCosts([{ fit: 'leave-one-out', processorMinutes: minutes, facts: fitted.facts }]);
  printBlends([{ fit: 'leave-one-out', processorMinutes: minutes, facts: fitted.facts }]);
  console.log(`Settings: ${JSON.stringify(settings)}. ${reasons.join(' ')}`);
  printTable(
    ['items', 'negatives', 'processor minutes', 'elapsed minutes', 'peak MiB', 'table, MiB'],
    [
      [
        itemIds.length,
        settings.negatives,
        minutes.toFixed(1),
        fitted.facts.minutes.toFixed(1),
        peakMiB,
        Math.round((4 * taken * settings.width) / 2 ** 20),
      ],
    ],
  );
}
