import type { z } from 'zod';
import { tokensOf } from '../../../behaviour/semantic-ids/codebook-layout.ts';
import { SemanticIds, SemanticIdsRequest } from '../../../contract/tokenizer.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const semanticIdsExample: z.input<typeof SemanticIdsRequest> = {
  tokenizer_id: 'tok_01k9q4b7d2e5f8g1h4j7k0m3np',
  items: [
    {
      item_id: 'lamp-4',
      title: 'Brass reading lamp, 40 cm',
      description: 'A lamp for desks and bedsides.',
      attributes: { colour: 'brass', category: ['Lights', 'Desks'] },
    },
  ],
};

export const postSemanticIds = ({ tokenizers }: Pick<ServerDependencies, 'tokenizers'>) =>
  operation({
    operationId: 'assignSemanticIds',
    sdk: 'semanticIds.assign',
    method: 'POST',
    path: '/v1/semantic-ids',
    scope: 'infer',
    tag: 'Tokenizers',
    summary: 'Assign semantic IDs',
    description:
      'Codes of up to 1,000 items, in the order of the request. Codes depend only on the content and the tokenizer: equal content has equal codes, whatever its id. `cold_start` marks an item that was not in the catalogue at the fit; it gets codes at once, and the codebooks stay as they are. `collision_suffix` distinguishes items with equal codes. It is assigned at the fit; an item whose content has changed since has none. A catalogue item sent without content gets the codes and the suffix of the fit. If an item is sent without content and is not in the catalogue, the call is 422 `unknown_item`, and `details.item_ids` lists such items. Codes of different tokenizers cannot be compared.',
    body: SemanticIdsRequest,
    examples: { 'An item': semanticIdsExample },
    answer: { status: 200, description: 'One record an item.', schema: SemanticIds },
    errors: [
      'tokenizer_not_found',
      'tokenizer_not_ready',
      'conflict',
      'invalid_field_value',
      'unknown_item',
      'dependency_unavailable',
    ],
    handle: async ({ caller, body, requestId }) => ({
      semantic_ids: (await tokenizers.assign(caller.tenantId, body)).map(
        ({ itemId, codes, coldStart, collisionSuffix }) => ({
          item_id: itemId,
          codes: [...codes],
          tokens: tokensOf(codes),
          cold_start: coldStart,
          collision_suffix: collisionSuffix,
        }),
      ),
      request_id: requestId,
    }),
  });
