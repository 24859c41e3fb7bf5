/**
 * Rankers of sequences on a folder, from the import to the report, all by the service's own code: leave one out and
 * temporal, ties in the file's order and shuffled, every baseline with its 95 % intervals, and beside them what is
 * published for data sets that are known (by their counts).
 *
 *   npm run eval:sequential -- FOLDER [--json] [--ease-items 5000] [--draws 1000] [--cases 10000] [--seed 1] [--threads 1]
 *
 * Forms of a folder: `sequential/dataset-lines-of.ts`. EASE needs 12 bytes times the square of the number of items.
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeReport } from '../src/behaviour/evaluation/describe-report.ts';
import { allProtocols, evaluateSequences } from '../src/behaviour/evaluation/evaluate-sequences.ts';
import { datasetLinesOf } from './sequential/dataset-lines-of.ts';
import { withImported } from './sequential/import-folder.ts';
import { printPublished, printSplit } from './sequential/print-split.ts';
import { knownDataset } from './sequential/published-figures.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    'ease-items': { type: 'string', default: '5000' },
    draws: { type: 'string', default: '1000' },
    cases: { type: 'string' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Usage: npm run eval:sequential -- FOLDER [--json]');
  process.exit(2);
}

const { lines, timesAreReal } = datasetLinesOf(folder);
const report = await withImported(lines, (snapshot) =>
  evaluateSequences({
    name: basename(resolve(folder)),
    snapshot,
    protocols: timesAreReal ? allProtocols : allProtocols.slice(0, 1),
    baselines: {
      mostItemsOfEase: Number(flags['ease-items']),
      threads: Number(flags.threads),
      timesAreReal,
    },
    evaluation: {
      draws: Number(flags.draws),
      ...(flags.cases === undefined ? {} : { mostCases: Number(flags.cases) }),
      seed: Number(flags.seed),
    },
    onSplit: ({ protocol }) => console.error(`${protocol.split}, ties ${protocol.ties}: done`),
  }),
);
const known = knownDataset(report.dataset);
if (flags.json) {
  console.log(JSON.stringify({ ...report, evaluation: describeReport(report), known }, null, 2));
} else {
  const { name, people, items, events } = report.dataset;
  console.log(`${name}: ${people} people, ${items} items, ${events} events.`);
  if (!timesAreReal) console.log('The order is known, times are not: no temporal split, no shuffled ties.');
  for (const split of report.splits) printSplit(split, known);
  if (known !== null) printPublished(known);
  console.log(`\nIn words: ${describeReport(report)}`);
}
