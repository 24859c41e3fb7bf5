import { GenerateRequest, Generation } from '../../../contract/generation.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { rankingErrors } from './ranking-errors.ts';

export const postGenerate = ({ inference }: Pick<ServerDependencies, 'inference'>) =>
  operation({
    operationId: 'generate',
    sdk: 'generate.run',
    method: 'POST',
    path: '/v1/generate',
    scope: 'infer',
    tag: 'Models',
    summary: 'Generate items for a history',
    description:
      'Generates the semantic IDs of the next items, code by code. Only items of the catalogue are generated, including items without any interaction yet. Takes what `predict` takes. The model must have the capability `generate`.',
    body: GenerateRequest,
    examples: {
      'A history': {
        model_id: 'model_01k9q5d3f6g8h1j4k7m0n2p5rs',
        history: ['cup-07', 'tea-01'],
        limit: 10,
      },
      'A person, under conditions': {
        model_id: 'model_01k9q5d3f6g8h1j4k7m0n2p5rs',
        person_id: 'shopper-1',
        filters: { kind: ['tea', 'pot'] },
        exclude_seen: true,
        limit: 5,
      },
    },
    answer: { status: 200, description: 'The items.', schema: Generation },
    errors: rankingErrors,
    handle: async ({ caller, body, requestId }) => ({
      ...(await inference.generate(caller.tenantId, body)),
      request_id: requestId,
    }),
  });
