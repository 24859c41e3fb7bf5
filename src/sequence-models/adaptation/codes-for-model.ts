/**
 * The codes of a generative retriever: those of the named tokenizer, or of one that is fitted on the dataset.
 * The id of a fitted tokenizer follows from the model's id, so an attempt that resumes finds the one that was
 * fitted before.
 */

import { apiError } from '../../contract/errors.ts';
import type { TaskContext } from '../../jobs/task.ts';
import type { Model } from '../../storage/model-store.ts';
import { codesOfCatalogue, type ItemCodes } from '../models/generative/item-codes.ts';
import type { Material } from './read-material.ts';
import type { TokenizersForModels } from './tokenizers-for-models.ts';

/** null: the architecture uses no codes. */
export async function codesForModel(
  tokenizers: TokenizersForModels,
  model: Model,
  { texts }: Material,
  { signal, progress }: TaskContext,
): Promise<ItemCodes | null> {
  if (model.architecture !== 'generative-retriever') return null;
  const { tenantId, modelId, datasetId, name } = model;
  const tokenizerId = model.tokenizerId ?? modelId.replace(/^model_/, 'tok_');
  const standing = await tokenizers.open(tenantId, tokenizerId);
  if (standing === null && model.tokenizerId !== null) {
    throw apiError('tokenizer_not_ready', `The tokenizer ${tokenizerId} is not there, or not ready.`, {
      tokenizer_id: tokenizerId,
    });
  }
  const stage = { phase: 'training', stage: 'fitting a tokenizer' };
  const onProgress = (share: number) => progress(0, { ...stage, stage_progress: share });
  const tokenizer =
    standing ?? (await tokenizers.fit({ tenantId, tokenizerId, name, datasetId, signal, onProgress }));
  const items = texts.itemIds.map((itemId, item) => ({ itemId, text: texts.texts[item]!, imageUrl: null }));
  return codesOfCatalogue(tokenizer, items);
}
