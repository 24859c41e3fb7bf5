/**
 * The stream as server-sent events. The last event of a look has the position after the look, the others the one
 * before it. So a reader that was cut off in between gets all of them again. A message with an id alone, which
 * readers do not see as an event, says that the stream lives.
 */
import { MISSED, type StreamedEvent } from '../../contract/event.ts';
import type { Event, Gap } from './event.ts';
import type { Look } from './follow-events.ts';
import { writePosition } from './position.ts';

const HEARTBEAT_MS = 15_000;
/** How long a reader waits before it connects again. */
const RECONNECT_AFTER_MS = 2000;

/** `check` rejects, and ends the stream, once the caller may not read any more. `clock`: epoch ms. */
export async function* writeEvents(
  looks: AsyncIterable<Look>,
  check: () => Promise<unknown>,
  clock: () => number,
): AsyncGenerator<Buffer> {
  let checkedMs = clock();
  let isFirst = true;
  for await (const look of looks) {
    const isDue = clock() - checkedMs >= HEARTBEAT_MS;
    if (isDue) {
      checkedMs = clock();
      if (!(await check().then(...trueOrFalse))) return;
    }
    const text = textOf(look);
    if (isFirst) yield Buffer.from(`retry: ${RECONNECT_AFTER_MS}\n\n${text || alive(look)}`);
    else if (text !== '') yield Buffer.from(text);
    else if (isDue) yield Buffer.from(alive(look));
    isFirst = false;
  }
}

const trueOrFalse = [() => true, () => false] as const;

const alive = ({ after }: Look) => `id: ${writePosition(after)}\n\n`;

function textOf({ events, gaps, before, after }: Look): string {
  const all = [...gaps.map(missed), ...events.map(view)];
  const ids = all.map((_, n) => writePosition(n === all.length - 1 ? after : before));
  return all.map((event, n) => `id: ${ids[n]}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function view({ id, type, atMs, data }: Event): StreamedEvent {
  return { id, type, timestamp: new Date(atMs).toISOString(), data };
}

function missed({ sinceMs, untilMs }: Gap): StreamedEvent {
  const until = new Date(untilMs).toISOString();
  const since = sinceMs === null ? null : new Date(sinceMs).toISOString();
  return { id: `${MISSED}.${untilMs}`, type: MISSED, timestamp: until, data: { since, until } };
}
