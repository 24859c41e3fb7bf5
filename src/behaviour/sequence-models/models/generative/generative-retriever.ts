/**
 * The architecture `generative-retriever`: a transformer that generates semantic IDs (after TIGER, Rajput et
 * al. 2023). Every generated ID belongs to an item (`beam-search.ts`). An item without events can be
 * generated too (`new-items.ts`). The whole catalogue can be scored exactly (`catalogue-scorer.ts`), so it
 * also predicts. Docs: docs/design/generation.md.
 */
import type { Architecture } from '../architecture.ts';
import { fitRetriever } from './fit-retriever.ts';
import { openRetriever } from './open-retriever.ts';
import { completeSettings, type GenerativeSettings } from './settings.ts';

export const generativeRetriever: Architecture<GenerativeSettings> = {
  name: 'generative-retriever',
  capabilities: ['predict', 'embed', 'generate'],
  complete: completeSettings,
  fit: fitRetriever,
  open: openRetriever,
};
