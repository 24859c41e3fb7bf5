import { invalidRequest } from '../../../contract/errors.ts';
import {
  EVENT_STREAM,
  EventQuery,
  LastEventId,
  StreamedEvent,
  streamedEventTypes,
} from '../../../contract/event.ts';
import { readPosition } from '../../events/position.ts';
import { writeEvents } from '../../events/write-events.ts';
import { streamOperation } from '../operation.ts';
import { assertScope } from '../request/authenticate.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getEvents = ({ events, clock }: Pick<ServerDependencies, 'events' | 'clock'>) =>
  streamOperation({
    operationId: 'streamEvents',
    sdk: 'events.stream',
    method: 'GET',
    path: '/v1/events',
    scope: 'read',
    tag: 'Events',
    summary: 'Follow what happens',
    description:
      'Server-sent events, as they happen: matches, outcomes, changes and erasures of people, jobs and trainings that ended, whichever server they came through. `data` of each message is JSON with `id`, `type`, `timestamp` and the `data` of the event. The connection stays open; there is a sign of life every 15 seconds. After a break send the last id in `Last-Event-ID`: up to ten minutes later nothing is missing, and some events come again with the same `id` in their JSON. `events.missed` says that some were left out, because more than 1,000 of a kind came in a second or the break was longer. At most 10 streams of a workspace on one server.',
    query: EventQuery,
    answer: {
      status: 200,
      description: 'The stream.',
      schema: StreamedEvent,
      contentType: EVENT_STREAM,
    },
    errors: ['overloaded'],
    holdsSlot: false,
    handle: async ({ caller, query, headers, method, signal, callerNow }) => {
      const { user_id: userId, types = streamedEventTypes } = query;
      const after = lastEventId(headers['last-event-id']) ?? query.after;
      const from = after === undefined ? null : readPosition(after);
      const followed = { types: new Set(types), userId, from };
      return {
        tenant: caller.tenantId,
        answer: {
          status: 200,
          headers: { 'Content-Type': `${EVENT_STREAM}; charset=utf-8`, 'X-Accel-Buffering': 'no' },
          body:
            method === 'HEAD'
              ? null
              : writeEvents(
                  events.open(caller.tenantId, followed, signal),
                  async () => assertScope(await callerNow(), 'read'),
                  clock,
                ),
        },
      };
    },
  });

function lastEventId(header: string | readonly string[] | undefined): string | undefined {
  // Browsers send an empty one where they have none.
  const { data, error } = LastEventId.safeParse(header === '' ? undefined : header);
  if (error === undefined) return data;
  throw invalidRequest([{ path: 'Last-Event-ID', message: error.issues[0]!.message }]);
}
