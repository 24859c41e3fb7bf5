/** POST /models/{model_id}/batch-predictions: predictions for many people, by a job. */
import { z } from 'zod';
import { formatHasSource, reasonsAreLines, SourceFormat } from './batch-files.ts';
import { Identifier } from './common.ts';
import {
  checkOptionalSource,
  checkTimestamps,
  HistoryTimestamps,
  MOST_HISTORY_IDS,
} from './history-input.ts';
import { idList } from './id-list.ts';
import { ResourceId } from './lists.ts';
import { rankingOptions } from './ranking-options.ts';
import { checkRules } from './ranking-rules.ts';
import { rowsOf } from './rows.ts';

const MOST_PEOPLE = 10_000;

/** A row of a file of people; a row without both is answered with an error. */
export const BatchPersonRow = z
  .strictObject({
    person_id: Identifier.optional(),
    session_id: Identifier.optional(),
    history: idList({ least: 0, most: MOST_HISTORY_IDS }).optional(),
    history_timestamps: HistoryTimestamps,
  })
  .superRefine(checkTimestamps)
  .superRefine(({ person_id, session_id }, context) =>
    checkOptionalSource({ person_id, session_id }, context),
  );
export type BatchPersonRow = z.output<typeof BatchPersonRow>;

const BatchPerson = BatchPersonRow.refine(
  ({ person_id, session_id, history }) =>
    [person_id, session_id, history].some((given) => given !== undefined),
  'must have person_id, session_id or history',
)
  .describe(
    'With `history` these items are read, else the events of the person or the anonymous session in the dataset. `person_id` is repeated in the result; a session has its `row` there.',
  )
  .meta({ id: 'BatchPerson' });

export const BatchPredictionRequest = z
  .strictObject({
    ...rankingOptions,
    people: rowsOf(BatchPerson, { least: 1, most: MOST_PEOPLE })
      .optional()
      .describe('Default: all people with events in the dataset, without anonymous sessions.'),
    source_uri: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe(
        'A file of rows like those of `people`, in a location that the operator allows. Instead of `people`.',
      ),
    source_format: SourceFormat,
    dataset_id: ResourceId.optional().describe(
      'The dataset of the people’s events, read as it is. Default: the newest version of that of the model, and the events appended since.',
    ),
    output_format: z
      .enum(['jsonl', 'parquet'])
      .default('jsonl')
      .describe('`jsonl`: a line a person. `parquet`: a row an item, with `rank` from 1.'),
  })
  .refine(({ people, source_uri }) => people === undefined || source_uri === undefined, {
    message: 'give either people or source_uri',
    path: ['source_uri'],
  })
  .superRefine(checkRules)
  .refine(...formatHasSource)
  .refine(...reasonsAreLines)
  .meta({ id: 'BatchPredictionRequest' });
export type BatchPredictionRequest = z.output<typeof BatchPredictionRequest>;
