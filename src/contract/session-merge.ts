/** Wire shapes of sessions of datasets: whose their events are, and their erasure. */
import { z } from 'zod';
import { Identifier } from './common.ts';
import { rowsOf } from './rows.ts';

const MOST_MERGES = 1000;

const SessionMerge = z
  .strictObject({
    session_id: Identifier.describe('A session with anonymous events, now or later.'),
    person_id: Identifier.describe('Whose they are.'),
  })
  .meta({ id: 'SessionMerge' });

export const MergeSessionsRequest = z
  .strictObject({ merges: rowsOf(SessionMerge, { least: 1, most: MOST_MERGES }) })
  .meta({ id: 'MergeSessionsRequest' });
export type MergeSessionsRequest = z.output<typeof MergeSessionsRequest>;

export const MergedSessions = z
  .object({
    merged: z.int().describe('Sessions that are a person’s from now on.'),
    repeated: z.int().describe('Sessions that were merged with the same person before.'),
    request_id: z.string(),
  })
  .meta({ id: 'MergedSessions' });
export type MergedSessions = z.output<typeof MergedSessions>;

export const ErasedSession = z
  .object({
    session_id: z.string(),
    erased: z.object({
      pending_events: z.int().describe('Appended events that waited for a version of a dataset.'),
      dataset_versions: z
        .int()
        .describe(
          'Versions of datasets whose events of this session are left out from now on, where they have any; their files are written again within minutes.',
        ),
    }),
    trained_models: z
      .array(z.string())
      .describe('Ids of the models that were trained on such a version, or go on from such a model.'),
    request_id: z.string(),
  })
  .meta({ id: 'ErasedSession' });
export type ErasedSession = z.output<typeof ErasedSession>;
