/** Reasons why a set of outcomes is too small to train on. */
import { countInWords } from '../count-in-words.ts';
import type { OutcomeSplit } from '../evaluate/split-outcomes.ts';
import type { TrainingSet } from '../training-set.ts';

export interface LearnableOutcomes {
  readonly set: Pick<TrainingSet, 'outcomes' | 'triplets' | 'labelNames'>;
  readonly split: OutcomeSplit;
}

interface Counts {
  readonly outcomes: number;
  readonly seekers: number;
  /** Number of positive outcomes: in total, and on the side of the fit. */
  readonly positives: number;
  readonly learnedPositives: number;
  readonly learned: number;
  readonly heldOut: number;
  /** Triplets with both a positive and a negative candidate. */
  readonly triplets: number;
  readonly labels: readonly string[];
}

/** The reason as sentences; null: training is possible. Sets of several domains count together. */
export function scarceOutcomes(parts: readonly LearnableOutcomes[]): string | null {
  const cause = causeOf(countOf(parts));
  return cause === null ? null : `${cause} What serves stays.`;
}

function countOf(parts: readonly LearnableOutcomes[]): Counts {
  const total = (count: (part: LearnableOutcomes) => number) =>
    parts.reduce((sum, part) => sum + count(part), 0);
  return {
    outcomes: total(({ set }) => set.outcomes.labels.length),
    seekers: total(({ set }) => new Set(set.outcomes.seekers).size),
    positives: total(({ set }) => set.outcomes.labels.reduce((sum, label) => sum + label, 0)),
    learnedPositives: total(({ set, split }) =>
      split.fit.reduce((sum, row) => sum + set.outcomes.labels[row]!, 0),
    ),
    learned: total(({ split }) => split.fit.length),
    heldOut: total(({ split }) => split.heldOut.length),
    triplets: total(({ set }) => set.triplets.weights.length),
    labels: [...new Set(parts.flatMap(({ set }) => set.labelNames))].sort(),
  };
}

function causeOf(counts: Counts): string | null {
  const { outcomes, positives, learned, learnedPositives, heldOut, triplets, labels } = counts;
  const bySeekers = `${countInWords(outcomes, 'outcome')} of ${countInWords(counts.seekers, 'seeker')}`;
  if (outcomes === 0)
    return 'There is no outcome to learn from: those that the run was made for are erased, or their labels are no longer known.';
  if (outcomes === 1)
    return 'One outcome is too few: a run learns from some outcomes and is judged by others.';
  if (positives === 0)
    return `None of ${countInWords(outcomes, 'outcome')} speaks for a candidate (labels: ${labels.join(', ')}). A run also needs choices, such as accepted.`;
  if (learned === 0)
    return `All ${bySeekers} are held out to judge by, and none is left to learn from. Outcomes of more people leave some to learn from.`;
  if (learnedPositives === 0)
    return `${positives === 1 ? 'The one choice' : `All ${positives} choices`} among ${bySeekers} ${positives === 1 ? 'is' : 'are'} held out to judge by, and none is left to learn from. A run needs more choices.`;
  if (learnedPositives === learned && triplets === 0)
    return `All ${countInWords(learned, 'outcome')} to learn from are choices, and there is nobody else whom the seekers could have chosen. A run also needs refusals, such as rejected, or more candidates.`;
  if (heldOut === 0) return `None of ${bySeekers} could be held out to judge by. A run needs more outcomes.`;
  return null;
}
