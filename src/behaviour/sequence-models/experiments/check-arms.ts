/** Checks the arms of an experiment before anything is stored. */
import type { TenantId } from '../../../contract/brands.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import type { CreateModelExperimentRequest } from '../../../contract/model-experiment.ts';
import type { DatasetStore } from '../../../platform/storage/dataset-store.ts';
import { findDataset } from '../../datasets/find-dataset.ts';
import { type ModelLookup, noAlias } from '../adaptation/find-model.ts';
import { modelFor } from '../serving/inference-service.ts';

export interface CheckArmsParts {
  readonly models: ModelLookup;
  readonly datasets: Pick<DatasetStore, 'getKept'>;
}

interface CheckedArms {
  /** Aliases of the request are replaced by the models that they name now. */
  readonly arms: CreateModelExperimentRequest['arms'];
  readonly datasetName: string;
}

/** Throws as `ModelExperimentService.create`. */
export async function checkArms(
  { models, datasets }: CheckArmsParts,
  tenant: TenantId,
  request: CreateModelExperimentRequest,
): Promise<CheckedArms> {
  if ((await models.idOfAlias(tenant, request.alias)) === null) throw noAlias(request.alias);
  const checked = [];
  for (const { name, model_id } of request.arms) {
    const { modelId, datasetId } = await modelFor(models, tenant, model_id, 'predict');
    const dataset = await findDataset({ get: datasets.getKept }, tenant, datasetId);
    checked.push({ arm: { name, model_id: modelId }, datasetName: dataset.name });
  }
  const [{ datasetName }] = checked as [(typeof checked)[number]];
  const issues = checked.flatMap((other, n) =>
    other.datasetName === datasetName
      ? []
      : [{ path: `arms[${n}].model_id`, message: otherDataset(other.datasetName, datasetName) }],
  );
  if (issues.length > 0) throw invalidRequest(issues);
  return { arms: checked.map(({ arm }) => arm), datasetName };
}

const otherDataset = (name: string, control: string) =>
  `was trained on «${name}», and the control on «${control}»: events of one dataset decide`;
