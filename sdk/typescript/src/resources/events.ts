import { sleep } from '../deadline.ts';
import { ApiError, ConnectionError } from '../errors.ts';
import { eventsIn } from '../event-stream.ts';
import type { CallOptions } from '../options.ts';
import { waitBefore } from '../retry.ts';
import type { StreamEventsData, StreamedEvent } from '../types.generated.ts';
import { type Query, Resource } from './resource.ts';

export class EventsResource extends Resource {
  /**
   * The events of the workspace, as they happen, until the caller leaves the loop or aborts `signal`. A
   * broken connection is opened again and goes on where it broke: an event may come twice, with the same
   * `id`. `events.missed` says that some were left out. Throws ApiError where the service refuses.
   */
  stream(
    query: Query<StreamEventsData> = {},
    options: CallOptions = {},
  ): AsyncGenerator<StreamedEvent, void, undefined> {
    return this.#follow(query, options);
  }

  async *#follow(
    query: Query<StreamEventsData>,
    options: CallOptions,
  ): AsyncGenerator<StreamedEvent, void, undefined> {
    const leaving = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, leaving.signal]) : leaving.signal;
    let lastId = query.after;
    try {
      for (let breaks = 0; ; breaks++) {
        const after = lastId === undefined ? {} : { after: lastId };
        try {
          const response = await this.invoke<Response>(
            'streamEvents',
            { query: { ...query, ...after } },
            { ...options, signal },
          );
          for await (const { id, event } of eventsIn(response.body!)) {
            breaks = 0;
            lastId = id;
            if (event !== undefined) yield event;
          }
        } catch (error) {
          if (signal.aborted) throw signal.reason;
          if (error instanceof ApiError) throw error;
        }
        await sleep(waitBefore(breaks, new ConnectionError('the stream broke off')), signal);
      }
    } finally {
      leaving.abort();
    }
  }
}
