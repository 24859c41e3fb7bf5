import type { wire } from 'counterpart-client';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';

export type StreamedEvent = wire.StreamedEvent;
type Asked = Pick<NonNullable<wire.StreamEventsData['query']>, 'types' | 'user_id'>;

export interface Events {
  /** The last ones, newest first. */
  readonly shown: readonly StreamedEvent[];
  /** Events that came while the list was paused, newest first. */
  readonly waiting: readonly StreamedEvent[];
  readonly error: unknown;
}

const MOST = 200;
const none: Events = { shown: [], waiting: [], error: undefined };

/** Follows the events of the workspace while the component is shown. Paused, new ones wait. */
export function useEvents({ types, user_id }: Asked, isPaused: boolean): Events {
  const [events, setEvents] = useState(none);
  const paused = useRef(isPaused);
  const type = types?.[0];
  useEffect(() => {
    paused.current = isPaused;
    if (!isPaused)
      setEvents(({ shown, waiting, error }) => ({ shown: merged(waiting, shown), waiting: [], error }));
  }, [isPaused]);
  useEffect(() => {
    const leaving = new AbortController();
    setEvents(none);
    const add = (event: StreamedEvent) =>
      setEvents((now) =>
        paused.current
          ? { ...now, waiting: merged([event], now.waiting) }
          : { ...now, shown: merged([event], now.shown) },
      );
    const asked = { ...(type !== undefined && { types: [type] }), ...(user_id !== undefined && { user_id }) };
    follow(asked, leaving.signal, add).catch((error: unknown) => {
      if (!leaving.signal.aborted) setEvents((now) => ({ ...now, error }));
    });
    return () => leaving.abort();
  }, [type, user_id]);
  return events;
}

async function follow(asked: Asked, signal: AbortSignal, add: (event: StreamedEvent) => void): Promise<void> {
  for await (const event of client.events.stream(asked, { signal })) add(event);
}

/** An event may come twice after a break. */
function merged(newer: readonly StreamedEvent[], older: readonly StreamedEvent[]): readonly StreamedEvent[] {
  const known = new Set(older.map(({ id }) => id));
  return [...newer.filter(({ id }) => !known.has(id)), ...older].slice(0, MOST);
}
