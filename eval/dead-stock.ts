/**
 * Measures the cost of items without events for a generative retriever: the share of the places of lists that
 * dead stock takes. Also measures whether new items that people take at once are still found. Dead stock and
 * hits are planted in a folder's catalogue (`generative/planted-stock.ts`), with and without dates of the
 * items.
 *
 *   npm run eval -- dead-stock FOLDER [--epochs 10,1] [--dates unknown,known] [--dead 100] [--hits 50]
 *     [--cases 2000] [--settings '{…}'] [--seed 1] [--threads 1] [--json]
 *
 * With `--appended` the hits, and every second dead item, are appended after the training of a sequential
 * recommender. The cases are then replayed in the order of their times (`new-items/replay-appended.ts`).
 */
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { codebookLayout } from '../src/behaviour/semantic-ids/codebook-layout.ts';
import { shapeOf } from '../src/behaviour/sequence-models/adaptation/data-shape.ts';
import { sampleCases } from '../src/behaviour/sequence-models/evaluation/sample-cases.ts';
import { collectHistories } from '../src/behaviour/sequence-models/histories/collect-histories.ts';
import type { FitFacts } from '../src/behaviour/sequence-models/models/architecture.ts';
import { generativeRetriever } from '../src/behaviour/sequence-models/models/generative/generative-retriever.ts';
import { sequentialRecommender } from '../src/behaviour/sequence-models/models/sequential/sequential-recommender.ts';
import { leaveOneOut } from '../src/behaviour/sequence-models/splits/leave-one-out.ts';
import { fittedCodes } from './generative/item-codes-of.ts';
import { type Planted, placesOf, plantStock } from './generative/planted-stock.ts';
import { appendedStock } from './new-items/appended-stock.ts';
import { type ReplayReport, replayAppended } from './new-items/replay-appended.ts';
import { catalogueOf } from './sequential/catalogue-of.ts';
import { datasetLinesOf } from './sequential/dataset-lines-of.ts';
import { withImported } from './sequential/import-folder.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    epochs: { type: 'string', default: '10,1' },
    dates: { type: 'string', default: 'unknown,known' },
    dead: { type: 'string', default: '100' },
    hits: { type: 'string', default: '50' },
    cases: { type: 'string', default: '2000' },
    settings: { type: 'string', default: '{}' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    appended: { type: 'boolean', default: false },
    exploration: { type: 'string', default: '0' },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Usage: npm run eval -- dead-stock FOLDER [--epochs 10,1] [--dead 100] [--hits 50] [--json]');
  process.exit(2);
}

const [seed, threads] = [Number(flags.seed), Number(flags.threads)];
const { signal } = new AbortController();
const LIST = { length: 10, beam: 50 };

const rows = await withImported(datasetLinesOf(folder), async (snapshot) => {
  const { train, test } = leaveOneOut(await collectHistories(snapshot));
  const catalogue = await catalogueOf(snapshot);
  if (catalogue.textVectors === null)
    throw new Error(`${folder} tells nothing of its items: no codes can be fitted.`);
  const planted = plantStock(catalogue, train, {
    dead: Number(flags.dead),
    hits: Number(flags.hits),
    seed,
  });
  const cases = sampleCases(test, Number(flags.cases), seed);
  if (flags.appended) {
    printAppended(await measureAppended(planted, cases));
    return [];
  }
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  for (const epochs of flags.epochs.split(',').map(Number))
    for (const dates of flags.dates.split(','))
      measured.push(await measure(planted, cases, { epochs, dated: dates === 'known' }));
  return measured;
});
if (flags.json) console.log(JSON.stringify(rows, null, 2));
else if (rows.length > 0) {
  printTable(
    [
      'epochs',
      'dates',
      'places of dead items',
      'places of hits',
      'R@10, all',
      'R@10, next is a hit',
      'share',
      'rate of new items',
    ],
    rows.map(({ epochs, dated, places, newItems }) => [
      String(epochs),
      dated ? 'known' : 'unknown',
      percent(places.deadPlaces),
      percent(places.hitPlaces),
      places.recall.toFixed(4),
      `${places.hitRecall.toFixed(4)} of ${places.hitCases}`,
      newItems == null ? '–' : percent(newItems.share),
      ratesOf(newItems),
    ]),
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(3)} %`;
}

function ratesOf(newItems: FitFacts['newItems']): string {
  const kinds = Object.entries(newItems?.kinds ?? {});
  return kinds.map(([kind, { items, rate }]) => `${kind} ${rate.toFixed(2)} (${items})`).join(', ');
}

async function measureAppended(planted: Planted, cases: Parameters<typeof placesOf>[1]) {
  const stock = appendedStock(planted);
  const { catalogue, train } = stock;
  const shape = shapeOf(train, catalogue.itemIds.length, true);
  const epochs = Number(flags.epochs.split(',')[0]);
  const given = { blend: false, ...JSON.parse(flags.settings), epochs };
  const { settings } = sequentialRecommender.complete(given, shape);
  const problem = { catalogue, train, validation: null, settings, base: null, codes: null, seed };
  const { files, facts } = await sequentialRecommender.fit(problem, contextOf(signal));
  console.error(`${epochs} epochs: ${facts.minutes.toFixed(1)} min`);
  const model = await sequentialRecommender.open(files, { threads });
  try {
    return await replayAppended(model, cases, planted, stock, Number(flags.exploration));
  } finally {
    await model.close();
  }
}

function printAppended(report: ReplayReport): void {
  if (flags.json) console.log(JSON.stringify(report, null, 2));
  else
    printTable(
      [
        'R@10, all',
        'with known items alone',
        'R@10, next is a hit',
        'places of hits',
        'dead',
        'dead, appended',
      ],
      [
        [
          report.recall.toFixed(4),
          report.recallWithout.toFixed(4),
          `${report.hitRecall.toFixed(4)} of ${report.hitCases}`,
          percent(report.hitPlaces),
          percent(report.deadPlaces),
          percent(report.appendedDeadPlaces),
        ],
      ],
    );
}

function contextOf(signal: AbortSignal) {
  const maxMemoryBytes = Number.POSITIVE_INFINITY;
  return { signal, threads, maxMemoryBytes, checkpointPath: null, onProgress: () => {} };
}

async function measure(
  planted: Planted,
  cases: Parameters<typeof placesOf>[1],
  { epochs, dated }: { readonly epochs: number; readonly dated: boolean },
) {
  const catalogue = dated ? planted.catalogue : { ...planted.catalogue, createdAtMs: null };
  const { itemIds, textVectors } = catalogue;
  const isNew = planted.isHit.map((hit, item) => hit | planted.isDead[item]!);
  const codes = await fittedCodes(textVectors!, codebookLayout(4, 'uniform', 256), seed, isNew);
  const shape = shapeOf(planted.train, itemIds.length, true);
  const { settings } = generativeRetriever.complete({ ...JSON.parse(flags.settings), epochs }, shape);
  const problem = { catalogue, train: planted.train, validation: null, settings, base: null, codes, seed };
  const { files, facts } = await generativeRetriever.fit(problem, contextOf(signal));
  console.error(`${epochs} epochs, dates ${dated ? 'known' : 'unknown'}: ${facts.minutes.toFixed(1)} min`);
  const model = await generativeRetriever.open(files, { threads });
  const places = await placesOf(model, cases, planted, LIST);
  console.error(JSON.stringify({ ...places, newItems: facts.newItems }));
  await model.close();
  return { epochs, dated, places, newItems: facts.newItems };
}
