import type { z } from 'zod';
import { MIB } from '../../../contract/common.ts';
import { Appended, AppendItemsRequest } from '../../../contract/dataset-append.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { DatasetPath } from './resource-paths.ts';

export const appendItemsExample: z.input<typeof AppendItemsRequest> = {
  items: [
    {
      item_id: 'pot-02',
      text: 'Cast-iron teapot, 600 ml',
      created_at: '2024-05-03T08:00:00Z',
    },
  ],
};

export const postDatasetItems = ({ datasetAppends }: Pick<ServerDependencies, 'datasetAppends'>) =>
  operation({
    operationId: 'appendDatasetItems',
    sdk: 'datasets.appendItems',
    method: 'POST',
    path: '/v1/datasets/:dataset_id/items',
    scope: 'data',
    tag: 'Datasets',
    summary: 'Append items to a dataset',
    description:
      'The items are durable when this is answered, and wait for the next version of the dataset’s name (`POST /v1/datasets/{dataset_id}/snapshots`). Idempotent by `item_id`: an item that is there with the same content counts as a duplicate; with other content the whole request is refused with 409 `conflict`. `attributes` are those that the dataset declares. At most 1 MiB; all or nothing. Any version of the name may be given.',
    parameters: DatasetPath,
    body: AppendItemsRequest,
    bodyLimit: MIB,
    examples: { 'A new item': appendItemsExample },
    answer: {
      status: 200,
      description: 'The number of appended rows, and of those that wait.',
      schema: Appended,
    },
    errors: ['dataset_not_found', 'conflict', 'warming_up'],
    handle: async ({ caller, parameters, body, requestId }) => ({
      ...(await datasetAppends.items(caller.tenantId, parameters.dataset_id, body.items)),
      request_id: requestId,
    }),
  });
