/** Predicts the same decisions with answers as flags and as grades, on the same folds. */
import { printTable } from '../../bench/support/measure.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { mean } from '../../src/platform/numeric/statistics.ts';
import { aucDifference, aucInterval, shown, withinDifference, withinInterval } from './auc-interval.ts';
import { measureBaselines } from './measure-baselines.ts';
import { foldsByEvent, foldsByPair, measureFolds } from './measure-folds.ts';
import { trainingSetOf } from './open-event.ts';
import type { SpeedDating } from './read-dates.ts';

/** Seeds of the foldings: a model of strangers depends more on them. */
const SEEDS = { 'new events': [1, 2], 'known people': [1] };

type Scores = readonly Float64Array[];

export async function compareAnswers(dating: SpeedDating): Promise<void> {
  const [flags, grades] = [await trainingSetOf(dating, 'flags'), await trainingSetOf(dating, 'grades')];
  assertSameRows(flags, grades);
  const eventOf = new Map(dating.people.map(({ userId, wave }) => [userId, wave]));
  const { people, seekers } = flags.outcomes;
  const events = Uint32Array.from(seekers, (seeker) => eventOf.get(people[seeker]!)!);
  const foldingsOf = {
    'new events': SEEDS['new events'].map((seed) => foldsByEvent(events, seed)),
    'known people': SEEDS['known people'].map((seed) => foldsByPair(flags.outcomes, seed)),
  };
  const rows: (readonly string[])[] = [];
  for (const [name, foldings] of Object.entries(foldingsOf)) {
    const compared = (learner: string, before: Scores, after: Scores) => {
      rows.push([name, learner, ...gainOf(flags, before, after)]);
      console.error(rows.at(-1)!.join(' | '));
    };
    compared('the prior', await byModel(flags, foldings, 'prior'), await byModel(grades, foldings, 'prior'));
    compared(
      'the model',
      await byModel(flags, foldings, 'trained'),
      await byModel(grades, foldings, 'trained'),
    );
    const [before, after] = [byLearners(flags, foldings), byLearners(grades, foldings)];
    for (const [learner, scores] of before) compared(learner, scores, after.get(learner)!);
  }
  console.log('Decision AUC, mean over the foldings (95 % intervals over people):');
  printTable(['', '', 'flags', 'grades', 'gain', 'within a person: flags', 'grades', 'gain'], rows);
}

function assertSameRows(a: TrainingSet, b: TrainingSet): void {
  const rowsOf = ({ outcomes: { people, seekers, candidates } }: TrainingSet) =>
    Array.from(seekers, (seeker, n) => `${people[seeker]} ${people[candidates[n]!]}`).join();
  if (rowsOf(a) !== rowsOf(b)) throw new Error('the decisions of the two sets are not in the same order');
}

async function byModel(set: TrainingSet, foldings: readonly Uint8Array[], model: 'prior' | 'trained') {
  const scores: Float64Array[] = [];
  for (const folds of foldings) scores.push((await measureFolds(set, folds, model)).probabilities);
  return scores;
}

/** Scores of each plain learner by folding. */
function byLearners(set: TrainingSet, foldings: readonly Uint8Array[]): ReadonlyMap<string, Float64Array[]> {
  const found = new Map<string, Float64Array[]>();
  for (const folds of foldings) {
    for (const { name, scores } of measureBaselines(set, Int32Array.from(folds))) {
      found.set(name, [...(found.get(name) ?? []), scores]);
    }
  }
  return found;
}

function gainOf({ outcomes }: TrainingSet, before: Scores, after: Scores): readonly string[] {
  const compared = before.map((others, n) => ({ scores: after[n]!, others }));
  const meanOf = (scores: Scores, interval: typeof aucInterval) =>
    mean(scores.map((one) => interval(outcomes, one).value)).toFixed(3);
  return [
    meanOf(before, aucInterval),
    meanOf(after, aucInterval),
    shown(aucDifference(outcomes, compared)),
    meanOf(before, withinInterval),
    meanOf(after, withinInterval),
    shown(withinDifference(outcomes, compared)),
  ];
}
