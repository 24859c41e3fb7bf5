import type { z } from 'zod';
import { MIB } from '../../../contract/common.ts';
import { AppendEventsRequest, Appended } from '../../../contract/dataset-append.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { DatasetPath } from './resource-paths.ts';

export const appendEventsExample: z.input<typeof AppendEventsRequest> = {
  events: [
    {
      event_id: 'ev-3',
      person_id: 'ana',
      item_id: 'cup-07',
      kind: 'view',
      timestamp: '2024-05-03T18:02:11Z',
    },
    {
      event_id: 'ev-4',
      person_id: 'ben',
      item_id: 'tea-01',
      kind: 'purchase',
      timestamp: '2024-05-03T18:04:40Z',
      value: 8.5,
    },
  ],
};

export const postDatasetEvents = ({ datasetAppends }: Pick<ServerDependencies, 'datasetAppends'>) =>
  operation({
    operationId: 'appendDatasetEvents',
    sdk: 'datasets.appendEvents',
    method: 'POST',
    path: '/v1/datasets/:dataset_id/events',
    scope: 'data',
    tag: 'Datasets',
    summary: 'Append events to a dataset',
    description:
      'The events are durable when this is answered, and wait for the next version of the dataset’s name (`POST /v1/datasets/{dataset_id}/snapshots`). Idempotent by `event_id`: an event that was sent before with the same content counts as a duplicate; with other content the whole request is refused with 409 `conflict`. Every item must be in the newest version or have been appended, else 422 `unresolved_reference`. At most 1 MiB; all or nothing. Any version of the name may be given.',
    parameters: DatasetPath,
    body: AppendEventsRequest,
    bodyLimit: MIB,
    examples: { 'Two events': appendEventsExample },
    answer: {
      status: 200,
      description: 'The number of appended rows, and of those that wait.',
      schema: Appended,
    },
    errors: ['erased', 'dataset_not_found', 'conflict', 'unresolved_reference', 'warming_up'],
    handle: async ({ caller, parameters, body, requestId }) => ({
      ...(await datasetAppends.events(caller.tenantId, parameters.dataset_id, body.events)),
      request_id: requestId,
    }),
  });
