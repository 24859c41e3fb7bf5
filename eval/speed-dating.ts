/**
 * Predicts decisions of real speed-dating events with the service's own code, trained on four fifths and
 * tested on the fifth. Compares with ridge logistic regressions on the same file (all 21 events). Two
 * questions:
 *
 *   known people   dates are held out, both directions together: the model has seen other dates of both
 *   new events     whole events are held out: the model has seen these people's profiles, but no decision
 *
 *   npm run eval -- speed-dating FILE [FILE-OF-OTHER-EVENTS]
 *
 * The events of a second file are scored by a model trained on the whole first file.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTable } from '../bench/support/measure.ts';
import { aucDifference, shown } from './speed-dating/auc-interval.ts';
import { measureBaselines } from './speed-dating/measure-baselines.ts';
import {
  type FoldFigures,
  foldsByEvent,
  foldsByPair,
  measureFolds,
  measureUnseen,
} from './speed-dating/measure-folds.ts';
import { trainingSetOf } from './speed-dating/open-event.ts';
import { readDates } from './speed-dating/read-dates.ts';

const file = process.argv[2] ?? join(dataFolder(), 'speed-dating/waves-01-14.csv');
if (!existsSync(file)) {
  console.log(`There is no ${file}: name the file of the experiment. Nothing was measured.`);
  process.exit(0);
}

const kept = process.argv[3];
const dating = readDates(...[file, kept].filter((one) => one !== undefined));
const set = await trainingSetOf(dating);
const eventOf = new Map(dating.people.map(({ userId, wave }) => [userId, wave]));
const { people, seekers } = set.outcomes;
const events = Uint32Array.from(seekers, (seeker) => eventOf.get(people[seeker]!)!);
console.log(
  `${dating.people.length} people, ${seekers.length} decisions at ${new Set(events).size} events; ` +
    `${share(set.outcomes.labels)} were yes.`,
);

if (kept !== undefined) {
  const first = new Set(readDates(file).people.map(({ wave }) => wave));
  print([
    ['held-out events, prior', await measureUnseen(set, events, first, 'prior')],
    ['held-out events', await measureUnseen(set, events, first, 'trained')],
  ]);
  const later = Int32Array.from(events, (event) => (first.has(event) ? -1 : 0));
  printBaselines([['strangers at held-out events', later]]);
} else {
  const SEEDS = [1, 2, 3];
  const rows: [string, FoldFigures][] = [
    ['prior, no outcome seen', await measureFolds(set, foldsByPair(set.outcomes, 1), 'prior')],
  ];
  for (const seed of SEEDS) {
    rows.push([
      `known people, folds ${seed}`,
      await measureFolds(set, foldsByPair(set.outcomes, seed), 'trained'),
    ]);
  }
  for (const seed of SEEDS) {
    rows.push([`new events, folds ${seed}`, await measureFolds(set, foldsByEvent(events, seed), 'trained')]);
  }
  print(rows);
  printDifferences([
    ['known people, folds 1', foldsByPair(set.outcomes, 1), rows],
    ['new events, folds 1', foldsByEvent(events, 1), rows],
  ]);
  const numbers = [...new Set(events)].sort((a, b) => a - b);
  const half = numbers[Math.floor(numbers.length / 2)]!;
  printBaselines([
    ['known people', Int32Array.from(foldsByPair(set.outcomes, 1))],
    ['new events', Int32Array.from(foldsByEvent(events, 1))],
    ['leave one event out', Int32Array.from(events)],
    ['later half of events', Int32Array.from(events, (event) => (event < half ? -1 : 0))],
  ]);
}
printReferences();

/** Learned in this run, on the same people, decisions and splits. */
function printBaselines(splits: readonly (readonly [string, Int32Array])[]): void {
  const measured = splits.map(([, folds]) => measureBaselines(set, folds));
  console.log('\nDecision AUC of plain learners on the same decisions (95 % intervals over people):');
  printTable(
    ['', ...splits.map(([name]) => name)],
    measured[0]!.map(({ name }, n) => [name, ...measured.map((figures) => shown(figures[n]!.auc))]),
  );
}

/** The model against logistic regression on pairs, on the same folds. */
function printDifferences(
  splits: readonly (readonly [string, Uint8Array, readonly (readonly [string, FoldFigures])[]])[],
): void {
  console.log('\nDecision AUC of the model minus a plain learner (95 % intervals over people):');
  for (const [name, folds, rows] of splits) {
    const [, model] = rows.find(([row]) => row === name)!;
    for (const learner of measureBaselines(set, Int32Array.from(folds))) {
      const gain = aucDifference(set.outcomes, model.probabilities, learner.scores);
      console.log(`  ${name}: ${shown(gain)} above ${learner.name}`);
    }
  }
}

function print(rows: readonly (readonly [string, FoldFigures])[]): void {
  printTable(
    ['', 'decision AUC', 'ECE', 'match AUC: one-sided', 'product', 'harmonic', 'ECE', 'models chose'],
    rows.map(([name, figures]) => [
      name,
      shown(figures.decision),
      ...[
        figures.decisionError,
        figures.matchOneSided,
        figures.matchProduct,
        figures.matchHarmonic,
        figures.matchError,
      ].map((figure) => figure.toFixed(3)),
      figures.chosen,
    ]),
  );
}

/**
 * Ridge logistic regressions, five folds, pooled AUC; measured for this project on the file with all 21
 * events.
 */
function printReferences(): void {
  console.log('\nFor comparison, ridge logistic regressions on all 21 events:');
  printTable(
    ['features', 'target', 'new events', 'known people'],
    [
      ['before the date', 'decision', '.626', '.690'],
      ['selectivity + desirability from other dates', 'decision', '–', '.797'],
      ['before the date', 'match: product / harmonic / one-sided', '.593 / .591 / .556', '.656'],
      ['selectivity + desirability', 'match: product / one-sided', '–', '.746 / .638'],
      ['own ratings after the date (not used here)', 'decision', '.847', '.849'],
    ],
  );
}

function share(labels: Uint8Array): string {
  const chosen = labels.reduce((sum, label) => sum + label, 0);
  return `${((100 * chosen) / labels.length).toFixed(1)} %`;
}

function dataFolder(): string {
  const repository = join(dirname(fileURLToPath(import.meta.url)), '..');
  return process.env.COUNTERPART_TEST_DATA ?? join(repository, '../shared/data');
}
