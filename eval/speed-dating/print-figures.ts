/** Tables of the figures of one way of splitting the dates, beside those of plain learners. */
import { printTable } from '../../bench/support/measure.ts';
import { takePairs } from '../../src/matching/learn/labelled-pairs.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { aucDifference, shown, withinDifference } from './auc-interval.ts';
import { measureBaselines } from './measure-baselines.ts';
import type { FoldFigures } from './measure-folds.ts';

/**
 * Plain learners on the same people, decisions and splits, learned in this run. `folds` [N] as in
 * `measureBaselines`.
 */
export function printBaselines(set: TrainingSet, splits: readonly (readonly [string, Int32Array])[]): void {
  const measured = splits.map(([, folds]) => measureBaselines(set, folds));
  for (const [what, of] of [['Decision AUC', 'auc'] as const, ['AUC within a person', 'within'] as const]) {
    console.log(`\n${what} of plain learners on the same decisions (95 % intervals over people):`);
    printTable(
      ['', ...splits.map(([name]) => name)],
      measured[0]!.map(({ name }, n) => [name, ...measured.map((figures) => shown(figures[n]![of]))]),
    );
  }
}

/** The model against plain learners, on the same folds. */
export function printDifferences(
  set: TrainingSet,
  splits: readonly (readonly [string, Int32Array, FoldFigures])[],
): void {
  console.log('\nAUC of the model minus a plain learner (95 % intervals over people):');
  const rows = splits.flatMap(([name, folds, model]) => {
    const tested = takePairs(
      set.outcomes,
      Uint32Array.from(folds.keys()).filter((n) => folds[n]! >= 0),
    );
    return measureBaselines(set, folds).map((learner) => {
      const compared = [{ scores: model.probabilities, others: learner.scores }];
      const gains = [aucDifference(tested, compared), withinDifference(tested, compared)];
      return [name, learner.name, ...gains.map(shown)];
    });
  });
  printTable(['', 'above', 'decision AUC', 'within a person'], rows);
}

export function printFigures(rows: readonly (readonly [string, FoldFigures])[]): void {
  printTable(
    [
      '',
      'decision AUC',
      'within a person',
      'ECE',
      'match AUC: one-sided',
      'product',
      'harmonic',
      'ECE',
      'models chose',
    ],
    rows.map(([name, figures]) => [
      name,
      shown(figures.decision),
      shown(figures.within),
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
export function printReferences(): void {
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
