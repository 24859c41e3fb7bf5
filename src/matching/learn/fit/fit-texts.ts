/**
 * Text projections from the data of a training set: decisions where people choose and refuse
 * (`fit-outcome-projections.ts`), else triplets (`fit-projections.ts`).
 */
import { fitLogOdds, type LogOddsFit, predict } from './fit-log-odds.ts';
import { fitOutcomeProjections } from './fit-outcome-projections.ts';
import { fitProjections, type ProjectionFit } from './fit-projections.ts';
import type { ProjectionInput } from './projection-input.ts';

/** Choices, and refusals, from which decisions say more than triplets. */
const FEWEST_OF_A_KIND = 500;

/**
 * Fits at scale 1, from the training rows that are not held out, nor their mirrors. `logOddsFit`: the fit of the
 * other parts to these rows, where there is one.
 */
export function fitTexts(
  input: ProjectionInput,
  heldOut: (row: number) => boolean,
  logOddsFit?: LogOddsFit,
): ProjectionFit {
  const { set, people, problem, rows, shrinkage, variances } = input;
  const { labels, outcomes } = problem.evidence;
  const known = rows.filter((n) => !heldOut(n));
  const decided = known.filter((n) => n < outcomes);
  const chosen = decided.reduce((sum, n) => sum + labels[n]!, 0);
  if (Math.min(chosen, decided.length - chosen) < FEWEST_OF_A_KIND)
    return fitProjections(people.vectors, set.triplets, tripletsWithout(input, heldOut));
  const fit = logOddsFit ?? fitLogOdds(problem, known, shrinkage, variances);
  const offsets = new Float64Array(problem.offsets.length);
  for (const n of decided) offsets[n] = predict(problem, fit, n).logOdds;
  return fitOutcomeProjections(people.vectors, problem.evidence, decided, offsets);
}

/** Triplets without a held-out pair or its mirror. */
function tripletsWithout(
  { set, rows, problem }: ProjectionInput,
  heldOut: (row: number) => boolean,
): Uint32Array {
  const P = set.people.length;
  const { raters, rated, outcomes } = problem.evidence;
  const learned = new Uint8Array(outcomes);
  for (const n of rows) if (n < outcomes && !heldOut(n)) learned[n] = 1;
  const secret = new Set<number>();
  for (let n = 0; n < outcomes; n++) {
    if (learned[n] === 1) continue;
    secret.add(raters[n]! * P + rated[n]!).add(rated[n]! * P + raters[n]!);
  }
  const { seekers, positives, negatives } = set.triplets;
  return Uint32Array.from(seekers.keys()).filter(
    (t) => !secret.has(seekers[t]! * P + positives[t]!) && !secret.has(seekers[t]! * P + negatives[t]!),
  );
}
