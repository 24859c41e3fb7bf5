/** Fits text projections again with the scale and weight that an earlier fit chose. */
import {
  type ChosenProjections,
  evidenceFor,
  type ProjectionInput,
  tripletsWithout,
} from './choose-projections.ts';
import { fitProjections, scaled } from './fit-projections.ts';
import type { ReusedSettings } from './reused-settings.ts';

/** `byFold`: whether projections without the pairs of each fold are wanted too. */
export function refitProjections(
  input: ProjectionInput,
  { projections: chosen, model }: Pick<ReusedSettings, 'projections' | 'model'>,
  byFold: boolean,
): ChosenProjections {
  const report = model.card.parts.projections!;
  const leftOut = { projections: null, textPrior: null, byFold: null, report };
  if (chosen === null) return leftOut;
  const { set, people, rows, folds } = input;
  const fitted = (heldOut: (row: number) => boolean) => {
    const { projections } = fitProjections(people.vectors, set.triplets, tripletsWithout(input, heldOut));
    return projections === null ? null : scaled(projections, chosen.scale);
  };
  const projections = fitted(() => false);
  if (projections === null) return leftOut;
  const count = byFold ? new Set(rows.map((n) => folds[n]!)).size : 0;
  const parts = Array.from({ length: count }, (_, fold) => fitted((n) => folds[n] === fold) ?? projections);
  return {
    projections,
    textPrior: evidenceFor(input, projections, chosen.weight),
    byFold: byFold ? parts : null,
    report,
  };
}
