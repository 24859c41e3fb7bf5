/**
 * The architectures by name. Their code is loaded on first use, so that the server's main thread does not
 * load it.
 */
import type { Architecture, ArchitectureName } from './architecture.ts';

/** The settings that all architectures have in common. */
export interface FitSettings {
  /** The maximum number of epochs. */
  readonly epochs: number;
}

export type LoadArchitecture = (name: ArchitectureName) => Promise<Architecture<FitSettings>>;

export const loadArchitecture: LoadArchitecture = async (name) => {
  switch (name) {
    case 'sequential-recommender': {
      const { sequentialRecommender } = await import('./sequential/sequential-recommender.ts');
      return sequentialRecommender as unknown as Architecture<FitSettings>;
    }
    case 'generative-retriever': {
      const { generativeRetriever } = await import('./generative/generative-retriever.ts');
      return generativeRetriever as unknown as Architecture<FitSettings>;
    }
  }
};
