/**
 * The evaluation on a model's card: the report as text and as data. The text also warns if the base model may
 * have learned the held-out events.
 */
import type { Model, ModelMade } from '../../storage/model-store.ts';
import { describeReport } from '../evaluation/describe-report.ts';
import type { SequenceReport, SplitReport } from '../evaluation/evaluation-report.ts';
import type { Material } from './read-material.ts';

export function describeEvaluation(
  { dataset, histories, base }: Pick<Material, 'dataset' | 'histories' | 'base'>,
  { baseModelId }: Pick<Model, 'baseModelId'>,
  requested: string,
  splits: readonly SplitReport[],
): Pick<ModelMade, 'evaluation' | 'report'> {
  if (requested === 'none')
    return { evaluation: 'Not evaluated: the adaptation requested no evaluation.', report: null };
  const report: SequenceReport = {
    dataset: {
      name: `${dataset.name} v${dataset.version}`,
      people: histories.personIds.length,
      items: histories.itemIds.length,
      events: histories.items.length,
    },
    splits,
  };
  const leak =
    base === null
      ? ''
      : ` It continues from ${baseModelId}, which may have learned from the events held out here: its figures may be too good.`;
  return { evaluation: `${describeReport(report)}${leak}`, report };
}
