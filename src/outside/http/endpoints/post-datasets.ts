import { MIB } from '../../../contract/common.ts';
import { ImportDatasetRequest } from '../../../contract/dataset.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { importExample, importFromFileExample, importFromFilesExample } from './examples.ts';

export const postDatasets = ({ datasets }: Pick<ServerDependencies, 'datasets'>) =>
  jobOperation({
    operationId: 'importDataset',
    sdk: 'datasets.create',
    method: 'POST',
    path: '/v1/datasets',
    scope: 'data',
    tag: 'Datasets',
    summary: 'Import a dataset',
    description:
      'Items and behavioural events become an immutable snapshot; the job (`dataset_import`) ends with the dataset in `result.dataset`. The body may have at most 1 MiB. Larger data is referenced by `source_uri` and `format` (`jsonl`, `parquet`, `csv` or `tsv`; several files by `source_uris`; `file:` below the data folder’s `imports/`, or a location that the operator allows), or imported with the operator’s command line. Duplicate ids and events of unknown items are refused at once; the error lists the first 100. `version` counts up for each `name`. `features` declares typed features; items, and rows of people, then give their values in `attributes`. What is not declared is refused.',
    body: ImportDatasetRequest,
    bodyLimit: MIB,
    examples: {
      'The rows themselves': importExample,
      'Where they lie': importFromFileExample,
      'Several files': importFromFilesExample,
    },
    errors: ['erased', 'duplicate_id', 'unresolved_reference', 'unsupported_format'],
    idempotency: 'required',
    handle: ({ caller, body, claim }) => datasets.import(caller.tenantId, body, claim),
  });
