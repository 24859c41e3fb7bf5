/** Fits text projections again with the scale and weight that an earlier fit chose. */
import type { TextProjections } from '../../ranking/text-projections.ts';
import { type ChosenProjections, evidenceFor } from './choose-projections.ts';
import { scaled } from './fit-projections.ts';
import { fitTexts } from './fit-texts.ts';
import type { ProjectionInput } from './projection-input.ts';
import type { ReusedSettings } from './reused-settings.ts';

/**
 * Fits projections with the chosen scale, without the triplets of the held-out rows. null: too few triplets
 * are left, or no projections were chosen.
 */
export function projectionsWithout(
  input: ProjectionInput,
  { projections, report }: Pick<ChosenProjections, 'projections' | 'report'>,
  heldOut: (row: number) => boolean,
): TextProjections | null {
  if (projections === null) return null;
  return fittedWithout(input, report.figures.scale!, heldOut);
}

function fittedWithout(
  input: ProjectionInput,
  scale: number,
  heldOut: (row: number) => boolean,
): TextProjections | null {
  const { projections } = fitTexts(input, heldOut);
  return projections === null ? null : scaled(projections, scale);
}

/** `byFold`: whether projections without the pairs of each fold are wanted too. */
export function refitProjections(
  input: ProjectionInput,
  { projections: chosen, model }: Pick<ReusedSettings, 'projections' | 'model'>,
  byFold: boolean,
): ChosenProjections {
  const report = model.card.parts.projections!;
  const leftOut = { projections: null, textPrior: null, byFold: null, report };
  if (chosen === null) return leftOut;
  const { rows, folds } = input;
  const fitted = (heldOut: (row: number) => boolean) => fittedWithout(input, chosen.scale, heldOut);
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
