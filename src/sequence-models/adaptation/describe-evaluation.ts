/** What a card says of a model's quality: the report in words and as data, and what the report cannot say itself. */
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
    return { evaluation: 'Not evaluated: the adaptation asked for no evaluation.', report: null };
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
      : ` It goes on from ${baseModelId}, which may have learned from what was held out here: its figures may be too good.`;
  return { evaluation: `${describeReport(report)}${leak}`, report };
}
