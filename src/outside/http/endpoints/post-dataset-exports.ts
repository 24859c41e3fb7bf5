import { ExportDatasetRequest } from '../../../contract/dataset.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { DatasetPath } from './resource-paths.ts';

export const postDatasetExports = ({ datasets }: Pick<ServerDependencies, 'datasets'>) =>
  jobOperation({
    operationId: 'exportDataset',
    sdk: 'datasets.export',
    method: 'POST',
    path: '/v1/datasets/:dataset_id/exports',
    scope: 'data',
    tag: 'Datasets',
    summary: 'Export a dataset',
    description:
      'Writes JSONL, one row a line, each tagged `"type": "item"`, `"person"` or `"event"`, or Parquet with a column `type`: the formats that an import accepts. The job (`dataset_export`) ends with `result.download_url`, which needs no key and is valid for an hour (`result.expires_at`). The dataset’s terms must allow exports.',
    parameters: DatasetPath,
    body: ExportDatasetRequest,
    examples: { 'As JSONL': { format: 'jsonl' }, 'As Parquet': { format: 'parquet' } },
    errors: ['dataset_not_found', 'access_denied', 'unsupported_format'],
    idempotency: 'required',
    handle: ({ caller, parameters, body, claim }) =>
      datasets.export(caller.tenantId, parameters.dataset_id, body, claim),
  });
