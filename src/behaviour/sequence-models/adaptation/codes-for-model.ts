/**
 * The codes of a generative retriever: those of the requested tokenizer, or of one that is fitted on the
 * dataset. The id of a fitted tokenizer follows from the model's id, so a later attempt finds the tokenizer
 * that an earlier attempt has fitted.
 */

import { apiError } from '../../../contract/errors.ts';
import type { TaskContext } from '../../../platform/jobs/task.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import { codesOfCatalogue, type ItemCodes } from '../models/generative/item-codes.ts';
import type { Material } from './read-material.ts';
import type { TokenizersForModels } from './tokenizers-for-models.ts';

/** null if the architecture uses no codes. Throws `tokenizer_not_ready`, and the errors of `fit`. */
export async function codesForModel(
  tokenizers: TokenizersForModels,
  model: Model,
  { texts }: Material,
  { signal, progress }: TaskContext,
): Promise<ItemCodes | null> {
  if (model.architecture !== 'generative-retriever') return null;
  const { tenantId, modelId, datasetId, name } = model;
  const tokenizerId = model.tokenizerId ?? modelId.replace(/^model_/, 'tok_');
  const existing = await tokenizers.open(tenantId, tokenizerId);
  if (existing === null && model.tokenizerId !== null) {
    throw apiError('tokenizer_not_ready', `The tokenizer ${tokenizerId} is not there, or not ready.`, {
      tokenizer_id: tokenizerId,
    });
  }
  const stage = { phase: 'training', stage: 'fitting a tokenizer' };
  const onProgress = (share: number) => progress(0, { ...stage, stage_progress: share });
  const tokenizer =
    existing ?? (await tokenizers.fit({ tenantId, tokenizerId, name, datasetId, signal, onProgress }));
  const items = texts.itemIds.map((itemId, item) => ({ itemId, text: texts.texts[item]!, imageUrl: null }));
  return codesOfCatalogue(tokenizer, items);
}
