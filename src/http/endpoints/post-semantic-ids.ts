import { SemanticIds, SemanticIdsRequest } from '../../contract/tokenizer.ts';
import { tokensOf } from '../../semantic-ids/codebook-layout.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { semanticIdsExample } from './examples.ts';

export const postSemanticIds = ({ tokenizers }: Pick<ServerDependencies, 'tokenizers'>) =>
  operation({
    operationId: 'assignSemanticIds',
    method: 'POST',
    path: '/v1/semantic-ids',
    scope: 'infer',
    tag: 'Tokenizers',
    summary: 'Assign semantic IDs',
    description:
      'Codes of up to 1,000 items, in their order. Codes are a function of the content and the tokenizer alone: the same content has the same codes, whatever it is called and whoever asks. `cold_start`: the item was not in the catalogue at fit; it has codes at once, and codebooks do not move. `collision_suffix` tells items of equal codes apart; it was given at fit, and an item whose content has changed since has none. An item of the catalogue without content is looked up: it has the codes and the suffix of the fit. Where items that the catalogue lacks come without content, the call is 422 `unknown_item` and `details.item_ids` names them. A new tokenizer is a new space of codes.',
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
