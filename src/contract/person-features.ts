/** Predictions for a person of whom only features are known, and how an answer says what it fell back on. */
import { z } from 'zod';
import { anyObject, characters, MAX_FIELDS } from './common.ts';

export const personFeaturesInput = anyObject(MAX_FIELDS)
  .optional()
  .describe(
    'Features of the person, by the names that the newest version of the model’s dataset declares for people; what is known of the request, such as its device, too, where it is declared so. Read where there is no history: `history` is empty, or the person has no events. Stored features of `person_id` are completed by these. Ranks what people of these features take, shrunk to what all people take, and says `fallback: "person_features"`. Categories, lists and numbers are read.',
  );

const ContextValue = z.union([characters(1, 256), z.number()]);
/** Both whole numbers, in UTC; 1 is Monday, as in ISO 8601. */
const bounds = { hour: [0, 23], weekday: [1, 7] } as const;

export const contextInput = z
  .record(z.string(), ContextValue)
  .superRefine((given, context) => {
    if (Object.keys(given).length > MAX_FIELDS)
      context.addIssue({ code: 'custom', message: `must have at most ${MAX_FIELDS} names` });
    for (const [name, [least, most]] of Object.entries(bounds)) {
      const value = given[name];
      if (value === undefined || z.int().min(least).max(most).safeParse(value).success) continue;
      const message = `must be a whole number from ${least} to ${most}`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .optional()
  .describe(
    'Facts about the request itself, such as its device: values of the features that the newest version of the model’s dataset declares for events, by name, and `hour` (0 to 23) and `weekday` (1, Monday, to 7) in UTC. A name that is not declared is 400. A sequential recommender reads the names in `training.fit.context` of its card; a value that it has not learned, or that is left out, is unknown. Without a history, people are ranked by what is taken in this context, beside their features: at this hour, one hour before and one after, and with this device. `generate` takes `hour` alone.',
  );

export const fallback = z
  .enum(['popularity', 'person_features', 'context'])
  .optional()
  .describe(
    '`popularity`: nothing is read from the history, because it is empty, or because the counting parts of a sequential recommender that serve alone have no link from it; items then rank by how often they were taken, with a generative retriever by how often they come first. `person_features`: there is no history, and items rank by what people of the person’s features take, shrunk to popularity; their scores are logarithms of shares. `context`: likewise by what people take in the context of the request, such as its hour, where no feature says anything.',
  );
