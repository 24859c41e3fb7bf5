import { MIB } from '../../contract/common.ts';
import { ImportDatasetRequest } from '../../contract/dataset.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { importExample, importFromFileExample } from './examples.ts';

export const postDatasets = ({ datasets }: Pick<ServerDependencies, 'datasets'>) =>
  jobOperation({
    operationId: 'importDataset',
    method: 'POST',
    path: '/v1/datasets',
    scope: 'data',
    tag: 'Datasets',
    summary: 'Import a dataset',
    description:
      'Items and behavioural events become an immutable snapshot; the job (`dataset_import`) ends with the dataset in `result.dataset`. At most 1 MiB: larger data is named by `source_uri` and `format` (`jsonl` or `parquet`; `file:` below the data folder’s `imports/`, and places that the operator allows), or imported by the operator’s command line. Ids that occur twice and events of items that are not there are refused at once, the first 100 of them named. `version` counts up by `name`.',
    body: ImportDatasetRequest,
    bodyLimit: MIB,
    examples: { 'The rows themselves': importExample, 'Where they lie': importFromFileExample },
    errors: ['duplicate_id', 'unresolved_reference', 'unsupported_format'],
    idempotency: 'required',
    handle: ({ caller, body, claim }) => datasets.import(caller.tenantId, body, claim),
  });
