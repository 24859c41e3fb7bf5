/**
 * The spread of the scale of scores where few people choose the blend. A sequential recommender is trained on
 * a folder, without the last item of each person. Draws of some of these choose the blend; the other half
 * tells the scale that they would have.
 *
 *   npm run eval -- scale FOLDER [--choosers 10,20,40] [--prior-cases 5,30] [--draws 100] [--people N]
 *     [--settings '{…}'] [--seed 1] [--threads 2]
 */
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { casesOfModel } from './scale/cases-of-model.ts';
import { scaleSpread } from './scale/wanted-scale.ts';
import { datasetLinesOf } from './sequential/dataset-lines-of.ts';
import { withImported } from './sequential/import-folder.ts';
import { somePeople } from './sequential/some-people.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    choosers: { type: 'string', default: '10,20,40' },
    'prior-cases': { type: 'string', default: '5,30' },
    draws: { type: 'string', default: '100' },
    people: { type: 'string' },
    settings: { type: 'string', default: '{}' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error(
    'Usage: npm run eval -- scale FOLDER [--choosers 10,20,40] [--prior-cases 5,30] [--draws 100]',
  );
  process.exit(2);
}
const numbers = (list: string) => list.split(',').map(Number);
const seed = Number(flags.seed);
const { lines: whole, features } = datasetLinesOf(folder);
const lines = flags.people === undefined ? whole : somePeople(whole, Number(flags.people), seed);
const cases = await withImported({ lines, features }, (snapshot) =>
  casesOfModel(snapshot, { settings: JSON.parse(flags.settings), seed, threads: Number(flags.threads) }),
);
console.log(`${cases.cases.length} cases, half of them to judge by.`);
printTable(
  ['choosers', 'prior cases', 'mean log', 'deviation', 'factor of 90 %'],
  numbers(flags.choosers).flatMap((choosers) =>
    numbers(flags['prior-cases']).map((priorCases) => {
      const spread = scaleSpread(cases, { choosers, priorCases, draws: Number(flags.draws) });
      const { mean, deviation, factorOf90 } = spread;
      return [
        String(choosers),
        String(priorCases),
        mean.toFixed(2),
        deviation.toFixed(2),
        factorOf90.toFixed(2),
      ];
    }),
  ),
);
