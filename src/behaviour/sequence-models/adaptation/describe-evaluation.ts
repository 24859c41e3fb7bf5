/**
 * The evaluation on a model's card: the report as text and as data. The text also says what chose the epochs and
 * the blend, how many events were no history, and warns if the base model may have learned the held-out events.
 */
import type { SelectionProtocol } from '../../../contract/selection-protocol.ts';
import type { Model, ModelMade } from '../../../platform/storage/model-store.ts';
import { describeReport } from '../evaluation/describe-report.ts';
import type { SequenceReport, SplitReport } from '../evaluation/evaluation-report.ts';
import { describeKinds } from './describe-kinds.ts';
import { describeLeftOut } from './describe-left-out.ts';
import type { Material } from './read-material.ts';

const choices = {
  time: ' What serves was chosen by time, and is judged the same in every split.',
  leave_one_out: ' What serves was chosen by leave-one-out, and is judged the same in every split.',
  none: '',
};

type EvaluatedMaterial = Pick<Material, 'dataset' | 'histories' | 'leftOut' | 'kinds' | 'base'>;

export function describeEvaluation(
  { dataset, histories, leftOut, kinds, base }: EvaluatedMaterial,
  { baseModelId }: Pick<Model, 'baseModelId'>,
  { requested, protocol }: { readonly requested: string; readonly protocol: SelectionProtocol | null },
  splits: readonly SplitReport[],
): Pick<ModelMade, 'evaluation' | 'report'> {
  const sentences = [describeKinds(kinds, histories), describeLeftOut(leftOut)];
  const omitted = sentences.map((sentence) => (sentence === '' ? '' : ` ${sentence}`)).join('');
  if (requested === 'none') {
    const evaluation = `Not evaluated: the adaptation requested no evaluation.${omitted}`;
    return { evaluation, report: null };
  }
  const report: SequenceReport = {
    dataset: {
      name: `${dataset.name} v${dataset.version}`,
      people: histories.personIds.length,
      items: histories.itemIds.length,
      events: histories.items.length,
      left_out: {
        impossible_times: leftOut.impossibleTimes,
        negative_values: leftOut.negativeValues,
      },
    },
    splits,
  };
  const leak =
    base === null
      ? ''
      : ` It continues from ${baseModelId}, which may have learned from the events held out here: its figures may be too good.`;
  return { evaluation: `${describeReport(report)}${choices[protocol ?? 'none']}${omitted}${leak}`, report };
}
