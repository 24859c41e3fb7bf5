/**
 * Predicts decisions of real speed-dating events with the service's own code, trained on four fifths and
 * tested on the fifth. Compares with ridge logistic regressions on the same file (all 21 events). Two
 * questions:
 *
 *   known people   dates are held out, both directions together: the model has seen other dates of both
 *   new events     whole events are held out: the model has seen these people's profiles, but no decision
 *
 *   npm run eval -- speed-dating [FILE [FILE-OF-OTHER-EVENTS]] [--answers flags] [--measure answers|later-dates]
 *
 * The events of a second file are scored by a model trained on the whole first file. Answers on a scale are
 * numbers; with `--answers flags` those that the domain compares are yes or no. `--measure answers` compares the
 * two, and `--measure later-dates` predicts dates of people who are known by a few dates of the same evening.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareAnswers } from './speed-dating/compare-answers.ts';
import {
  type FoldFigures,
  foldsByEvent,
  foldsByPair,
  laterDates,
  measureFolds,
  measureUnseen,
} from './speed-dating/measure-folds.ts';
import { trainingSetOf } from './speed-dating/open-event.ts';
import {
  printBaselines,
  printDifferences,
  printFigures,
  printReferences,
} from './speed-dating/print-figures.ts';
import { readDates } from './speed-dating/read-dates.ts';

const { values: options, positionals } = parseArgs({
  options: {
    answers: { type: 'string', default: 'grades' },
    measure: { type: 'string', default: 'folds' },
  },
  allowPositionals: true,
});
const { answers } = options;
if (answers !== 'grades' && answers !== 'flags') {
  throw new Error(`--answers is grades or flags, not «${answers}»`);
}
if (!['folds', 'answers', 'later-dates'].includes(options.measure)) {
  throw new Error(`--measure is folds, answers or later-dates, not «${options.measure}»`);
}
const file = positionals[0] ?? join(dataFolder(), 'speed-dating/waves-01-14.csv');
if (!existsSync(file)) {
  console.log(`There is no ${file}: name the file of the experiment. Nothing was measured.`);
  process.exit(0);
}

const kept = positionals[1];
const dating = readDates(...[file, kept].filter((one) => one !== undefined));
if (options.measure === 'answers') {
  await compareAnswers(dating);
  process.exit();
}
const set = await trainingSetOf(dating, answers);
const eventOf = new Map(dating.people.map(({ userId, wave }) => [userId, wave]));
const { people, seekers } = set.outcomes;
const events = Uint32Array.from(seekers, (seeker) => eventOf.get(people[seeker]!)!);
console.log(
  `${dating.people.length} people, ${seekers.length} decisions at ${new Set(events).size} events; ` +
    `${share(set.outcomes.labels)} were yes.`,
);

if (options.measure === 'later-dates') {
  const later = laterDates(set.outcomes, dating.decisions);
  const model = await measureUnseen(set, later, 'trained');
  printFigures([
    ['known by a few dates, prior', await measureUnseen(set, later, 'prior')],
    ['known by a few dates', model],
  ]);
  printBaselines(set, [['known by a few dates', later]]);
  printDifferences(set, [['known by a few dates', later, model]]);
} else if (kept !== undefined) {
  const first = new Set(readDates(file).people.map(({ wave }) => wave));
  const later = Int32Array.from(events, (event) => (first.has(event) ? -1 : 0));
  printFigures([
    ['held-out events, prior', await measureUnseen(set, later, 'prior')],
    ['held-out events', await measureUnseen(set, later, 'trained')],
  ]);
  printBaselines(set, [['strangers at held-out events', later]]);
} else {
  const SEEDS = [1, 2, 3];
  const known = SEEDS.map((seed) => foldsByPair(set.outcomes, seed));
  const unseen = SEEDS.map((seed) => foldsByEvent(events, seed));
  const rows: [string, FoldFigures][] = [
    ['prior, no outcome seen', await measureFolds(set, known[0]!, 'prior')],
  ];
  for (const [name, foldings] of [['known people', known] as const, ['new events', unseen] as const]) {
    for (const [n, folds] of foldings.entries()) {
      rows.push([`${name}, folds ${SEEDS[n]}`, await measureFolds(set, folds, 'trained')]);
    }
  }
  printFigures(rows);
  printDifferences(set, [
    ['known people, folds 1', Int32Array.from(known[0]!), rows[1]![1]],
    ['new events, folds 1', Int32Array.from(unseen[0]!), rows[1 + SEEDS.length]![1]],
  ]);
  const numbers = [...new Set(events)].sort((a, b) => a - b);
  const half = numbers[Math.floor(numbers.length / 2)]!;
  printBaselines(set, [
    ['known people', Int32Array.from(known[0]!)],
    ['new events', Int32Array.from(unseen[0]!)],
    ['leave one event out', Int32Array.from(events)],
    ['later half of events', Int32Array.from(events, (event) => (event < half ? -1 : 0))],
  ]);
}
printReferences();

function share(labels: Uint8Array): string {
  const chosen = labels.reduce((sum, label) => sum + label, 0);
  return `${((100 * chosen) / labels.length).toFixed(1)} %`;
}

function dataFolder(): string {
  const repository = join(dirname(fileURLToPath(import.meta.url)), '..');
  return process.env.COUNTERPART_TEST_DATA ?? join(repository, '../shared/data');
}
