/**
 * The architecture `sequential-recommender`: which item comes next, by a transformer over what came before.
 */
import type { Architecture } from '../architecture.ts';
import { fitRecommender } from './fit-recommender.ts';
import { openRecommender } from './open-recommender.ts';
import { completeSettings, type SequentialSettings } from './settings.ts';

export const sequentialRecommender: Architecture<SequentialSettings> = {
  name: 'sequential-recommender',
  capabilities: ['predict', 'embed'],
  complete: completeSettings,
  fit: fitRecommender,
  open: openRecommender,
};
