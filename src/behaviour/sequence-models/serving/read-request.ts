/** The history that a request gives, or that is stored of its person. All inferences read theirs here. */
import { type ApiError, apiError, counted } from '../../../contract/errors.ts';
import { sessionKey } from '../../../contract/session-key.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import type { ColdPeople, KnownOfRequest } from '../people/create-cold-people.ts';
import type { PersonHistories } from '../people/create-person-histories.ts';
import type { TimedHistory } from '../people/merged-events.ts';
import type { RequestContext } from '../people/people-protocol.ts';
import type { PriorScores } from '../people/prior-scores.ts';
import type { SentTimes } from './inference-protocol.ts';

export interface Lenience {
  readonly unknown_items: 'error' | 'ignore';
  readonly long_history: 'error' | 'truncate';
}

export interface HistoryRequest extends Lenience {
  readonly history?: readonly string[] | undefined;
  readonly history_timestamps?: readonly string[] | undefined;
  readonly person_id?: string | undefined;
  readonly session_id?: string | undefined;
  readonly person_features?: Readonly<Record<string, unknown>> | undefined;
  readonly context?: RequestContext | undefined;
}

export interface GivenHistory {
  readonly history: readonly string[];
  readonly times: SentTimes | undefined;
  /** Facts about the request, by name; default: none. */
  readonly context?: RequestContext | undefined;
  /** Items that the person turned down; default: none. */
  readonly rejectedItemIds?: readonly string[];
  /** Scores of a person without a history; undefined: the model's are asked. */
  readonly prior?: PriorScores | undefined;
}

export interface RequestReaderParts {
  readonly people: PersonHistories & ColdPeople;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** A stored history may be longer than a model reads, and have items newer than its catalogue. */
const lenient: Lenience = { unknown_items: 'ignore', long_history: 'truncate' };
const TRUNCATE_HINT = ', or `long_history: "truncate"`';

/** As `InferenceService.predict`: its errors about histories and people. */
export async function readRequest(
  { people, clock }: RequestReaderParts,
  model: ReadyModel,
  asked: HistoryRequest,
): Promise<GivenHistory & { readonly lenience: Lenience }> {
  const { person_features, context } = asked;
  const reader = readerOf(asked);
  const features = person_features === undefined ? {} : await people.readFeatures(model, person_features);
  const known = { features, context: context ?? {} };
  if (context !== undefined) await people.checkContext(model, context);
  if (reader !== undefined) {
    const stored = await storedOf(people, model, reader, known);
    const { itemIds: history, timestampsMs, rejectedItemIds, prior } = stored;
    const times = { timestampsMs, momentMs: clock() };
    return { history, times, context, rejectedItemIds, prior, lenience: lenient };
  }
  const { history = [], history_timestamps, unknown_items, long_history } = asked;
  if (long_history === 'error') assertHistory(model, history, TRUNCATE_HINT);
  const timestampsMs = history_timestamps?.map((at) => Date.parse(at));
  const isCold = history.length === 0 && (person_features !== undefined || context !== undefined);
  const prior = isCold ? await people.priorOf(model, null, known) : 'unknown';
  return {
    history,
    times: timestampsMs && { timestampsMs, momentMs: clock() },
    context,
    prior: typeof prior === 'object' ? prior : undefined,
    lenience: { unknown_items, long_history },
  };
}

/** The person, or the key of the session, whose events are stored; undefined: the request has the history. */
export function readerOf({
  person_id: personId,
  session_id: sessionId,
}: Pick<HistoryRequest, 'person_id' | 'session_id'>): string | undefined {
  return personId ?? (sessionId === undefined ? undefined : sessionKey(sessionId));
}

const noEvents: TimedHistory = { itemIds: [], timestampsMs: [], rejectedItemIds: [] };

/**
 * A person without a history is predicted by features, if there are any. Somebody who has only turned items down
 * is known, and else predicted by popularity.
 */
async function storedOf(
  people: PersonHistories & ColdPeople,
  model: ReadyModel,
  reader: string,
  known: KnownOfRequest,
): Promise<TimedHistory & { readonly prior?: PriorScores }> {
  let stored = noEvents;
  let absent: unknown = null;
  try {
    stored = await people.of(model, reader);
    if (stored.itemIds.length > 0) return stored;
  } catch (error) {
    if ((error as Partial<ApiError>).code !== 'user_not_found') throw error;
    absent = error;
  }
  const prior = await people.priorOf(model, reader, known);
  if (prior === 'unknown' && absent !== null) throw absent;
  return typeof prior === 'object' ? { ...stored, prior } : stored;
}

/** 422 `history_too_long`. */
export function assertHistory({ modelId, made }: ReadyModel, history: readonly string[], hint = ''): void {
  const { maxHistoryItems: most } = made;
  if (history.length <= most) return;
  throw apiError(
    'history_too_long',
    `The history has ${counted(history.length, 'item')}; the model ${modelId} takes at most ${most}. Send the last ${most}${hint}.`,
    { given: history.length, max_history_items: most },
  );
}
