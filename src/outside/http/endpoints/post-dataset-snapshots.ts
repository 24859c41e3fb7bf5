import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { DatasetPath } from './resource-paths.ts';

export const postDatasetSnapshots = ({ datasetAppends }: Pick<ServerDependencies, 'datasetAppends'>) =>
  jobOperation({
    operationId: 'snapshotDataset',
    sdk: 'datasets.snapshot',
    method: 'POST',
    path: '/v1/datasets/:dataset_id/snapshots',
    scope: 'data',
    tag: 'Datasets',
    summary: 'Cut the next version of a dataset',
    description:
      'Makes a dataset with an id of its own, the same name and the next version: the rows of the newest version, and those that were appended since. The job (`dataset_snapshot`) ends with it in `result.dataset`; `result.taken` counts the rows that waited, and `result.left_out` those that an import of the same name has made meaningless since they were appended: rows whose id it has with other content (`changed`), and events whose item it lacks (`unresolved`). Nothing waits: 409 `conflict`.',
    parameters: DatasetPath,
    errors: ['dataset_not_found', 'conflict'],
    idempotency: 'required',
    handle: ({ caller, parameters, claim }) =>
      datasetAppends.cut(caller.tenantId, parameters.dataset_id, claim),
  });
