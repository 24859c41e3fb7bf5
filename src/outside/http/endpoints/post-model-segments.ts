import { SegmentsRequest } from '../../../contract/model-segments.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { ModelPath } from './resource-paths.ts';

export const postModelSegments = ({ segments }: Pick<ServerDependencies, 'segments'>) =>
  jobOperation({
    operationId: 'segmentPeople',
    sdk: 'models.segments',
    method: 'POST',
    path: '/v1/models/:model_id/segments',
    scope: 'infer',
    tag: 'Models',
    summary: 'Segment people',
    description:
      'Groups the people of the model’s dataset by the cosine of their embeddings, around k medoids. The job (`model_segments`) ends with `segments`: for each its number, a name of its items, `people`, `share`, `medoid_events`, `mean_distance`, and at most 10 `items` that its people have taken more often than all people, with `lift`. An item is named only where at least 5 people of the segment have taken it. `result.download_url` is the list of people with their segments. `silhouette` (0 to 1) says how well the segments are separated. `left_out` counts people with too few events, and `sessions_left_out` anonymous sessions: they are in no segment. The same request gives the same segments.',
    parameters: ModelPath,
    body: SegmentsRequest,
    examples: {
      'As many as are separated best': { k_max: 8, min_events: 2 },
      'Four of them': { k: 4, sample: 1000, seed: 7, min_events: 2, output_format: 'parquet' },
    },
    errors: ['erased', 'model_not_found', 'dataset_not_found', 'model_not_ready', 'capability_missing'],
    idempotency: 'required',
    handle: ({ caller, parameters, body, claim }) =>
      segments.start(caller.tenantId, parameters.model_id, body, claim),
  });
