import { DeletedDataset } from '../../../contract/deletion.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { DatasetPath } from './resource-paths.ts';

export const deleteDataset = ({ deletions }: Pick<ServerDependencies, 'deletions'>) =>
  operation({
    operationId: 'deleteDataset',
    sdk: 'datasets.delete',
    method: 'DELETE',
    path: '/v1/datasets/:dataset_id',
    scope: 'data',
    tag: 'Datasets',
    summary: 'Delete a dataset',
    description:
      'Removes its rows, files and exports at once, and the rows that wait for a version, where this was the last one of its name. Refused with 409 `conflict` while a job uses it: its exports, cuts of its name, fits and adaptations on it, simulations of its events. Ready models and tokenizers of it go on working. For ready models its files stay, unseen, until the last of them is deleted (`kept_for_models`): they predict for its people by `person_id` and in batches as before. A model that is trained from one of them has no texts of the items that only the deleted dataset had.',
    parameters: DatasetPath,
    answer: { status: 200, description: 'The erased dataset.', schema: DeletedDataset },
    errors: ['dataset_not_found', 'conflict'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await deletions.dataset(caller.tenantId, parameters.dataset_id)),
      request_id: requestId,
    }),
  });
