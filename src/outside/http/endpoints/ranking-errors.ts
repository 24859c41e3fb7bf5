import type { ErrorCode } from '../../../contract/errors.ts';

/** Errors of all operations that rank items for a history. */
export const rankingErrors: readonly ErrorCode[] = [
  'model_not_found',
  'user_not_found',
  'dataset_not_found',
  'model_not_ready',
  'capability_missing',
  'history_too_long',
  'duplicate_id',
  'unknown_item',
  'unknown_filter',
  'warming_up',
];
