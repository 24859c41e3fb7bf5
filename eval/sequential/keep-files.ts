/** The sequential recommender, and the files of the model that was opened last, as a card would keep them. */
import type { ModelFiles } from '../../src/behaviour/sequence-models/models/architecture.ts';
import { sequentialRecommender } from '../../src/behaviour/sequence-models/models/sequential/sequential-recommender.ts';

export interface KeptFiles {
  readonly architecture: typeof sequentialRecommender;
  /** Empty before the first model. */
  files(): ModelFiles;
}

export function keepFiles(): KeptFiles {
  let files: ModelFiles = new Map();
  return {
    architecture: {
      ...sequentialRecommender,
      open: (own, options) => {
        files = own;
        return sequentialRecommender.open(own, options);
      },
    },
    files: () => files,
  };
}
