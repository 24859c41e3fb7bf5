import { printTable } from '../../bench/support/measure.ts';
import type { FitFacts } from '../../src/sequence-models/models/architecture.ts';
import type { Cost } from './train-models.ts';

const SHARE = 0.98;

/** Time of each training, and when validation first reached 98 % of its best. */
export function printCosts(costs: readonly Cost[]): void {
  console.log(
    '\nTraining, with the looks at the validation; peak memory is that of the whole process so far',
  );
  printTable(
    [
      '',
      'epochs',
      'best',
      'steps',
      'parameters',
      'minutes',
      `minutes to ${100 * SHARE} %`,
      'peak MiB',
      'validation R / N',
    ],
    costs.map(({ fit, facts }) => [
      fit,
      facts.epochs,
      facts.bestEpoch,
      facts.steps,
      facts.parameters,
      facts.minutes.toFixed(2),
      minutesToShare(facts)?.toFixed(2) ?? '–',
      Math.round(facts.peakMemoryBytes / 2 ** 20),
      facts.validation === null
        ? '–'
        : `${facts.validation.recallAt10.toFixed(4)} / ${facts.validation.ndcgAt10.toFixed(4)}`,
    ]),
  );
}

function minutesToShare({ curve, validation }: FitFacts): number | undefined {
  return curve.find(({ ndcgAt10 }) => ndcgAt10 >= SHARE * (validation?.ndcgAt10 ?? 0))?.minutes;
}
