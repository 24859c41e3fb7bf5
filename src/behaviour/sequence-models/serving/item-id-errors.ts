/** Errors about the ids of a query. */
import { type ApiError, apiError, counted } from '../../../contract/errors.ts';

/** The maximum number of ids in the details of an error. */
const MAX_IN_DETAILS = 100;
/** The maximum number of unknown ids in the message of an error. */
const MAX_IN_MESSAGE = 5;

/** 422 `unknown_item`. `hint`: another remedy than leaving the ids out. */
export function unknownItems(ids: readonly string[], hint = ''): ApiError {
  const shown = ids.slice(0, MAX_IN_MESSAGE).map((id) => `«${id}»`);
  const more = ids.length > shown.length ? ` and ${ids.length - shown.length} more` : '';
  return apiError(
    'unknown_item',
    `The model’s catalogue has no item ${shown.join(', ')}${more}. It has the items of its dataset; leave out others, or adapt a model on a dataset that has them.${hint}`,
    { item_ids: ids.slice(0, MAX_IN_DETAILS), unknown: ids.length },
  );
}

/** 422 `duplicate_id`. `name`: that of the request's field. */
export function assertDistinct(ids: readonly string[], name = 'candidate_item_ids'): void {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) twice.add(id);
    seen.add(id);
  }
  if (twice.size === 0) return;
  const named = [...twice].slice(0, MAX_IN_DETAILS);
  throw apiError(
    'duplicate_id',
    `${name} has «${named[0]}»${twice.size > 1 ? ` and ${counted(twice.size - 1, 'other')}` : ''} more than once; give each once.`,
    { item_ids: named, duplicates: twice.size },
  );
}

/** 422 `empty_history`. `isUnknown`: the catalogue lacks its items. */
export function emptyHistory(isUnknown = false): ApiError {
  return apiError(
    'empty_history',
    isUnknown
      ? 'The catalogue has no item of the history; give at least one that it has.'
      : 'The history is empty; give at least one item of the person.',
  );
}
