import { Prediction, PredictRequest } from '../../../contract/model.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { rankingErrors } from './ranking-errors.ts';
import { ModelPath } from './resource-paths.ts';

export const postPredict = ({ inference }: Pick<ServerDependencies, 'inference'>) =>
  operation({
    operationId: 'predict',
    sdk: 'models.predict',
    method: 'POST',
    path: '/v1/models/:model_id/predict',
    scope: 'infer',
    tag: 'Models',
    summary: 'Rank items for a history',
    description:
      'Up to `limit` of the candidates, or of the whole catalogue, in the order of how likely each comes next. What is excluded is left out before the ranking is cut to `limit`. The same request gives the same answer to the last digit.',
    parameters: ModelPath,
    body: PredictRequest,
    examples: {
      'Among candidates': {
        history: ['cup-07', 'tea-01'],
        candidate_item_ids: ['tea-02', 'pot-03', 'lamp-3'],
        limit: 2,
      },
      'Of the whole catalogue, diverse and with reasons': {
        history: ['cup-07', 'tea-01'],
        history_timestamps: ['2026-03-01T09:00:00Z', '2026-03-02T18:30:00Z'],
        limit: 2,
        exclude_item_ids: ['lamp-3'],
        unknown_items: 'ignore',
        long_history: 'truncate',
        diversity: 0.3,
        explain: true,
      },
      'Under rules': {
        history: ['cup-07'],
        limit: 10,
        rules: [
          { filter: { kind: 'tea' }, min_share: 0.4, in_top: 5 },
          { filter: { kind: 'lamp' }, max_share: 0.2 },
          { filter: { kind: 'pot' }, pin_at: 1 },
        ],
      },
      'On a phone': { history: ['cup-07'], context: { device: 'phone', hour: 21 }, limit: 5 },
      'A visitor of whom only features are known': {
        history: [],
        person_features: { age: 34, region: 'north' },
        context: { hour: 9 },
        limit: 5,
      },
    },
    answer: { status: 200, description: 'The ranking.', schema: Prediction },
    errors: rankingErrors,
    handle: async ({ caller, parameters, body, requestId }) => ({
      ...(await inference.predict(caller.tenantId, parameters.model_id, body)),
      request_id: requestId,
    }),
  });
