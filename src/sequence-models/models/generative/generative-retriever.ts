/**
 * The architecture `generative-retriever`: a model that says semantic IDs. What it says is always an item's
 * (`beam-search.ts`), an item that nobody had yet can be said from its first day on, and the whole catalogue can be
 * scored exactly (`score-catalogue.ts`), so that it predicts as others do. Docs: docs/design/generation.md.
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
