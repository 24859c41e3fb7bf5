/**
 * The architecture `sequential-recommender`: a causal transformer over the items of a history predicts the
 * next item. Docs: docs/design/sequence-models.md.
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
