/**
 * The gain from each input of a sequential recommender: texts, features of items, times between events, and the
 * context of the prediction.
 * Trains one network a variant, without a blend, on leave-one-out in the file's order, with all items ranked.
 * Prints 95 % intervals, and gains over the first variant on the same people. Targets are also reported by
 * their training events.
 *
 * npm run eval -- sequential-inputs FOLDER [--variants
 * none,texts,features,texts+features,texts+features+gaps]
 *     [--people N] [--cold 0.05] [--settings '{…}'] [--draws 1000] [--seed 1] [--threads 1] [--json]
 *
 * A variant names its inputs: `texts`, `features`, `hour` and `weekday` of the prediction, and `gaps` (until now)
 * or `between` (of the history alone). With gaps, the model is also ranked without times, as for a history
 * without timestamps, and with `hour` or `weekday` also without a context. `--cold`:
 * so many of the items are kept out of the training, so that targets without events are enough to measure.
 *
 * To standard error: a line an epoch, and a line for each variant that has ended. So a stopped run has lost
 * only its last table.
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { shapeOf } from '../src/behaviour/sequence-models/adaptation/data-shape.ts';
import { collectHistories } from '../src/behaviour/sequence-models/histories/collect-histories.ts';
import { leaveOneOut } from '../src/behaviour/sequence-models/splits/leave-one-out.ts';
import { drawnItems, withoutItems } from './generative/cold-items.ts';
import { catalogueOf } from './sequential/catalogue-of.ts';
import { datasetLinesOf } from './sequential/dataset-lines-of.ts';
import { withImported } from './sequential/import-folder.ts';
import { measureVariant, variantSettings } from './sequential/measure-variant.ts';
import { printVariants, type VariantRanks, variantLine } from './sequential/print-variants.ts';
import { somePeople } from './sequential/some-people.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    variants: { type: 'string', default: 'none,texts,features,texts+features,texts+features+gaps' },
    people: { type: 'string' },
    cold: { type: 'string', default: '0' },
    settings: { type: 'string', default: '{}' },
    draws: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error(
    'Usage: npm run eval -- sequential-inputs FOLDER [--variants none,texts,…] [--people N] [--json]',
  );
  process.exit(2);
}

const [seed, threads, draws] = [Number(flags.seed), Number(flags.threads), Number(flags.draws)];
const { lines, features } = datasetLinesOf(folder);
const kept = flags.people === undefined ? lines : somePeople(lines, Number(flags.people), seed);
await withImported({ lines: kept, features }, async (snapshot) => {
  const histories = await collectHistories(snapshot);
  const catalogue = await catalogueOf(snapshot);
  const I = catalogue.itemIds.length;
  const isOut = drawnItems(I, Number(flags.cold), seed);
  const split = leaveOneOut(histories);
  const train = withoutItems(split.train, isOut);
  const shape = shapeOf(histories, I, catalogue.textVectors !== null, features.items);
  const ranked: VariantRanks[] = [];
  for (const name of flags.variants.split(',')) {
    const settings = { ...JSON.parse(flags.settings), ...variantSettings(name) };
    const problem = { catalogue, train, cases: split.validation.cases, test: split.test, seed, threads };
    for (const ranks of await measureVariant(name, problem, shape, settings)) {
      ranked.push(ranks);
      console.error(variantLine({ train, test: split.test, ranks }, { draws, seed }));
    }
  }
  const { people, events } = shape;
  const report = { dataset: basename(resolve(folder)), people, items: I, events, cold: Number(flags.cold) };
  printVariants({ ...report, train, test: split.test, ranked }, { draws, seed, json: flags.json });
});
