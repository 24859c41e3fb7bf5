/**
 * The architectures by name, each loaded when it is first needed: none belongs into the server's main thread.
 */
import type { Architecture, ArchitectureName } from './architecture.ts';

/** What every architecture's settings have. */
export interface FitSettings {
  /** At most. */
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
