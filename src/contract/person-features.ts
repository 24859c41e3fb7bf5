/** Predictions for a person of whom only features are known, and how an answer says what it fell back on. */
import { z } from 'zod';
import { anyObject, MAX_FIELDS } from './common.ts';

export const personFeaturesInput = anyObject(MAX_FIELDS)
  .optional()
  .describe(
    'Features of the person, by the names that the newest version of the model’s dataset declares for people; what is known of the request, such as its device, too, where it is declared so. Read where there is no history: `history` is empty, or the person has no events. Stored features of `person_id` are completed by these. Ranks what people of these features take, shrunk to what all people take, and says `fallback: "person_features"`. Categories, lists and numbers are read.',
  );

export const contextInput = z
  .strictObject({ hour: z.int().min(0).max(23).describe('The hour of the request, in UTC.') })
  .optional()
  .describe(
    'What is known of the request itself. Read where there is no history, beside the features of the person: what people take at this hour, one hour before and one after. Networks do not read it.',
  );

export const fallback = z
  .enum(['popularity', 'person_features', 'context'])
  .optional()
  .describe(
    '`popularity`: nothing is read from the history, because it is empty, or because the counting parts of a sequential recommender that serve alone have no link from it; items then rank by how often they were taken, with a generative retriever by how often they come first. `person_features`: there is no history, and items rank by what people of the person’s features take, shrunk to popularity; their scores are logarithms of shares. `context`: likewise by what people take at the hour of the request, where no feature says anything.',
  );
