import type { z } from 'zod';
import { MIB } from '../../../contract/common.ts';
import { ImportDatasetRequest } from '../../../contract/dataset.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const importExample: z.input<typeof ImportDatasetRequest> = {
  name: 'spring-shop',
  features: { items: { price: 'number', tags: { type: 'list' } }, people: { region: 'category' } },
  kinds: { view: { weight: 0.1 } },
  items: [
    {
      item_id: 'tea-01',
      text: 'Green tea from the Azores, 100 g',
      created_at: '2024-04-02T00:00:00Z',
      attributes: { price: 8.5, tags: ['tea', 'organic'] },
    },
    { item_id: 'cup-07', text: 'Stoneware cup, 250 ml, made in Caldas da Rainha' },
  ],
  events: [
    {
      event_id: 'ev-1',
      person_id: 'ana',
      item_id: 'tea-01',
      kind: 'view',
      timestamp: '2024-05-01T09:30:00+01:00',
    },
    {
      event_id: 'ev-2',
      person_id: 'ana',
      item_id: 'tea-01',
      kind: 'purchase',
      timestamp: '2024-05-01T09:41:07Z',
      value: 8.5,
    },
  ],
  people: [{ person_id: 'ana', attributes: { region: 'Lisboa' } }],
  access: { training: false },
  terms: 'Sales of spring 2024; for our own analyses.',
};

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
      'Items and behavioural events become an immutable snapshot; the job (`dataset_import`) ends with the dataset in `result.dataset`. The body may have at most 1 MiB. Larger data is referenced by `source_uri` and `format` (`jsonl`, `parquet`, `csv` or `tsv`; several files by `source_uris`; `file:` below the data folder’s `imports/`, or a location that the operator allows), or imported with the operator’s command line. Duplicate ids and events of unknown items are refused at once; the error lists the first 100. `version` counts up for each `name`. `features` declares typed features; items, and rows of people, then give their values in `attributes`. What is not declared is refused. `kinds` declares how much an event of a kind counts in a training, and `repeats` that people take an item again.',
    body: ImportDatasetRequest,
    bodyLimit: MIB,
    examples: {
      'The rows themselves': importExample,
      'Where they lie': {
        name: 'shop-2024',
        source_uri: 'file:shop-2024.parquet',
        format: 'parquet',
      },
      'Several files': {
        name: 'yearly-shop',
        source_uris: ['file:items.csv', 'file:events-2023.csv', 'file:events-2024.csv'],
        format: 'csv',
        timestamps: 'epoch_seconds',
      },
    },
    errors: ['erased', 'duplicate_id', 'unresolved_reference', 'unsupported_format'],
    idempotency: 'required',
    handle: ({ caller, body, claim }) => datasets.import(caller.tenantId, body, claim),
  });
