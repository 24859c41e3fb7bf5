/**
 * Evaluates sequential recommenders on a folder, from import to report, with the service's own code. A
 * recommender is trained for every split, and compared with every baseline with 95 % intervals. Splits are
 * leave-one-out and temporal, with ties in file order and shuffled. Known data sets (recognised by their
 * counts) also have published figures.
 *
 *   npm run eval -- sequential FOLDER [--models sequential|none] [--protocols standard|full|brief]
 *     [--settings '{…}'] [--json] [--ease-items 20000] [--people N] [--checkpoints FOLDER]
 *     [--protocol time|leave_one_out] [--draws 1000] [--cases 10000] [--seed 1] [--threads 2]
 *
 * The served model is a blend. Beside it stand its parts, and what it gains over the network and the best part.
 * Each split chooses the blend for itself; with `--protocol` one choice is judged on all, as on a card. EASE needs 4
 * bytes times the square of the number of items with events. `--people`: the events of so many people, drawn
 * by the seed, with all items. Where events have baskets, the next basket is predicted, with repeats. `--checkpoints`: an interrupted evaluation goes on from there. `--protocols`:
 * each is a separate training. `standard`: those of a model's card; `brief`: leave-one-out alone. Folder
 * formats: `sequential/dataset-lines-of.ts`.
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createAutoencoderFits } from '../src/behaviour/sequence-models/baselines/autoencoder-fits.ts';
import { describeReport } from '../src/behaviour/sequence-models/evaluation/describe-report.ts';
import {
  allProtocols,
  evaluateSequences,
} from '../src/behaviour/sequence-models/evaluation/evaluate-sequences.ts';
import { collectHistories } from '../src/behaviour/sequence-models/histories/collect-histories.ts';
import {
  type CardEvaluation,
  cardProtocols,
} from '../src/behaviour/sequence-models/models/card-protocols.ts';
import { SelectionProtocol } from '../src/contract/selection-protocol.ts';
import { datasetLinesOf } from './sequential/dataset-lines-of.ts';
import { withImported } from './sequential/import-folder.ts';
import { printBlends, printCosts } from './sequential/print-costs.ts';
import { printGains } from './sequential/print-gains.ts';
import { printPublished, printSplit } from './sequential/print-split.ts';
import { type KnownDataset, knownDataset } from './sequential/published-figures.ts';
import { somePeople } from './sequential/some-people.ts';
import { sequentialModels } from './sequential/train-models.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    models: { type: 'string', default: 'sequential' },
    protocols: { type: 'string', default: 'standard' },
    settings: { type: 'string', default: '{}' },
    'ease-items': { type: 'string', default: '20000' },
    draws: { type: 'string', default: '1000' },
    cases: { type: 'string' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    people: { type: 'string' },
    protocol: { type: 'string' },
    checkpoints: { type: 'string' },
  },
});
const [folder] = positionals;
if (
  folder === undefined ||
  !['sequential', 'none'].includes(flags.models) ||
  !['standard', 'full', 'brief'].includes(flags.protocols) ||
  !SelectionProtocol.optional().safeParse(flags.protocol).success
) {
  console.error(
    'Usage: npm run eval -- sequential FOLDER [--models sequential|none] [--protocols standard|full|brief] [--protocol time|leave_one_out] [--json]',
  );
  process.exit(2);
}

const [seed, threads] = [Number(flags.seed), Number(flags.threads)];
const protocol = SelectionProtocol.optional().parse(flags.protocol);
const autoencoders = createAutoencoderFits();
const datasetName = basename(resolve(folder));
const { lines: whole, timesAreReal, features, declaredEvents } = datasetLinesOf(folder);
const { repeats, baskets } = declaredEvents;
const settings = { repeats: repeats ? 'kept' : 'folded', baskets } as const;
const lines = flags.people === undefined ? whole : somePeople(whole, Number(flags.people), seed);
let known: KnownDataset | null = null;
const { report, models } = await withImported({ lines, features, declaredEvents }, async (snapshot) => {
  const histories = await collectHistories(snapshot, settings);
  const { personIds, itemIds, items } = histories;
  const counts = { people: personIds.length, items: itemIds.length, events: items.length };
  known = knownDataset({ name: '', ...counts });
  if (!flags.json) printHead(counts);
  const trained =
    flags.models === 'none'
      ? null
      : await sequentialModels(snapshot, {
          settings: JSON.parse(flags.settings),
          histories: settings,
          seed,
          threads,
          checkpoints: flags.checkpoints ?? null,
          autoencoders,
          ...(protocol !== undefined && { protocol }),
        });
  try {
    const asked = trained === null ? 'full' : (flags.protocols as CardEvaluation);
    const judged = await evaluateSequences({
      name: datasetName,
      snapshot,
      histories: settings,
      protocols: timesAreReal ? cardProtocols(asked, histories) : allProtocols.slice(0, 1),
      ...(trained === null ? {} : { fitModels: trained.fitModels }),
      baselines: { ease: { maxItems: Number(flags['ease-items']) }, threads, timesAreReal, autoencoders },
      evaluation: {
        draws: Number(flags.draws),
        ...(flags.cases === undefined ? {} : { maxCases: Number(flags.cases) }),
        seed,
      },
      onSplit: (split) => {
        // At once: the next training may take long.
        if (flags.json) console.error(`${split.protocol.split}, ties ${split.protocol.ties}: done`);
        else {
          printSplit(split, known);
          printBlends(trained?.costs.slice(-1) ?? []);
          const last = trained?.costs.at(-1);
          if (last !== undefined) printGains(split, last.processorMinutes);
        }
      },
    });
    return { report: judged, models: trained };
  } finally {
    await trained?.close();
  }
});
if (flags.json) {
  const { settings: trained, reasons, costs } = models ?? {};
  const evaluation = describeReport(report);
  console.log(JSON.stringify({ ...report, evaluation, known, settings: trained, reasons, costs }, null, 2));
} else {
  if (models !== null) {
    printCosts(models.costs);
    console.log(`Settings: ${JSON.stringify(models.settings)}. ${models.reasons.join(' ')}`);
  }
  if (known !== null) printPublished(known);
  console.log(`\nIn words: ${describeReport(report)}`);
}

function printHead({ people, items, events }: Record<'people' | 'items' | 'events', number>): void {
  console.log(`${datasetName}: ${people} people, ${items} items, ${events} events.`);
  if (!timesAreReal) console.log('The order is known, times are not: no temporal split, no shuffled ties.');
}
