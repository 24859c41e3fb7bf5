/** Predictions for a person of whom only features are known, and how an answer says what it fell back on. */
import { z } from 'zod';
import { anyObject, characters, MAX_FIELDS } from './common.ts';

export const personFeaturesInput = anyObject(MAX_FIELDS)
  .optional()
  .describe(
    'Features of the person, by the names that the newest version of the model’s dataset declares for people; what is known of the request, such as its device, too, where it is declared so. Read where there is no history: `history` is empty, or the person has no events. Stored features of `person_id` are completed by these. Ranks what people of these features take, shrunk to what all people take, and says `fallback: "person_features"`. Categories, lists and numbers are read.',
  );

const ContextValue = z.union([characters(1, 256), z.number()]);

export const contextInput = z
  .object({
    hour: z.int().min(0).max(23).optional().describe('The hour of the request, in UTC.'),
    weekday: z
      .int()
      .min(1)
      .max(7)
      .optional()
      .describe('The day of the week of the request, in UTC: 1 is Monday, 7 is Sunday.'),
  })
  .catchall(ContextValue)
  .refine((given) => Object.keys(given).length <= MAX_FIELDS, `must have at most ${MAX_FIELDS} names`)
  .optional()
  .describe(
    'What is known of the request itself, such as its device: values of the features of events that the model reads (`training.fit.context` of its card), by name. A value that the model has not learned, or a name that is left out, is read as unknown; a name that the model does not read is 400. `hour` is also read where there is no history, beside the features of the person: what people take at this hour, one hour before and one after.',
  );

export const fallback = z
  .enum(['popularity', 'person_features', 'context'])
  .optional()
  .describe(
    '`popularity`: nothing is read from the history, because it is empty, or because the counting parts of a sequential recommender that serve alone have no link from it; items then rank by how often they were taken, with a generative retriever by how often they come first. `person_features`: there is no history, and items rank by what people of the person’s features take, shrunk to popularity; their scores are logarithms of shares. `context`: likewise by what people take at the hour of the request, where no feature says anything.',
  );
