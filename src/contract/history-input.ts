/**
 * The history that an inference reads: given by the request, or stored of a person. All inferences take it.
 */
import { z } from 'zod';
import { Identifier } from './common.ts';
import { Timestamp } from './dataset.ts';
import { idList } from './id-list.ts';
import { rowsOf } from './rows.ts';

export const MOST_HISTORY_IDS = 10_000;

export const HistoryTimestamps = rowsOf(Timestamp, { least: 0, most: MOST_HISTORY_IDS })
  .optional()
  .describe(
    'When each item of `history` was taken, one an item, in the same order. A model that reads times then reads those between the items, and the time up to now. Default: unknown.',
  );

interface GivenHistory {
  readonly history?: readonly string[] | undefined;
  readonly history_timestamps?: readonly string[] | undefined;
}

/** The fault of a history's timestamps; null: there is none. */
function faultOfTimestamps({ history, history_timestamps: timestamps }: GivenHistory): string | null {
  if (timestamps === undefined) return null;
  if (history === undefined) return 'are those of history, which is missing';
  if (timestamps.length !== history.length)
    return `must be as many as the items of history: ${history.length}, not ${timestamps.length}`;
  // In UTC with milliseconds, so that the order of the texts is that of the times.
  const later = timestamps.findIndex((at, index) => index > 0 && at < timestamps[index - 1]!);
  return later < 0 ? null : `must be oldest first; number ${later + 1} is before the one before it`;
}

export function checkTimestamps(history: GivenHistory, context: z.RefinementCtx): void {
  const message = faultOfTimestamps(history);
  if (message !== null) context.addIssue({ code: 'custom', path: ['history_timestamps'], message });
}

/** How ids that the catalogue lacks, and histories that are too long, are treated. */
export const lenienceOptions = {
  unknown_items: z
    .enum(['error', 'ignore'])
    .default('error')
    .describe(
      'Ids of the history or the candidates that the catalogue lacks: `error` answers 422 `unknown_item`, `ignore` leaves them out and lists them in `ignored_item_ids`.',
    ),
  long_history: z
    .enum(['error', 'truncate'])
    .default('error')
    .describe(
      'A history above `max_history_items`: `error` answers 422 `history_too_long`, `truncate` reads the newest items. All of its items count as seen.',
    ),
};

export const personIdInput = Identifier.optional().describe(
  'In place of `history`: the events of this person in the newest version of the model’s dataset, and those appended since, selected as for the model’s training. Unknown items are then left out and long histories cut, whatever the request says.',
);

export const sessionIdInput = Identifier.optional().describe(
  'In place of `history`: the events of this anonymous session, read as those of `person_id`. A session that was merged with a person has the events of the person.',
);

export function historyIds(more: string) {
  return idList({ least: 0, most: MOST_HISTORY_IDS }).optional().describe(`Item ids, oldest first${more}`);
}

interface GivenSource {
  readonly history?: readonly string[] | undefined;
  readonly person_id?: string | undefined;
  readonly session_id?: string | undefined;
}

const sources = ['history', 'person_id', 'session_id'] as const;

export function checkSource(given: GivenSource, context: z.RefinementCtx): void {
  if (givenSources(given).length === 0)
    context.addIssue({
      code: 'custom',
      path: ['history'],
      message: 'give either history, person_id or session_id',
    });
  checkOptionalSource(given, context);
}

/** Where a history may be left out. Of several sources each is a fault. */
export function checkOptionalSource(given: GivenSource, context: z.RefinementCtx): void {
  const several = givenSources(given);
  if (several.length < 2) return;
  const message = `give only one of ${several.join(', ')}`;
  for (const source of several) context.addIssue({ code: 'custom', path: [source], message });
}

function givenSources(given: GivenSource): readonly (typeof sources)[number][] {
  return sources.filter((source) => given[source] !== undefined);
}

/** Present in answers whose request allows it. */
export const lenienceAnswer = {
  ignored_item_ids: z
    .array(z.string())
    .optional()
    .describe(
      'Unknown ids that were left out, each once. Present with `unknown_items: "ignore"`, with `person_id` and with `session_id`.',
    ),
  history_truncated: z
    .boolean()
    .optional()
    .describe(
      'Whether only the newest items were read. Present with `long_history: "truncate"`, with `person_id` and with `session_id`.',
    ),
};
