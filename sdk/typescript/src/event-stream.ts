/** Server-sent events as the service writes them: an id and one line of JSON each. */
import { linesOf } from './ndjson.ts';
import type { StreamedEvent } from './types.generated.ts';

interface Message {
  /** Where a later stream goes on. */
  readonly id: string;
  /** Absent: a sign of life. */
  readonly event?: StreamedEvent;
}

export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void, undefined> {
  let id: string | undefined;
  let data: string | undefined;
  for await (const line of linesOf(body)) {
    if (line.startsWith('id: ')) id = line.slice('id: '.length);
    else if (line.startsWith('data: ')) data = line.slice('data: '.length);
    else if (line === '') {
      if (id !== undefined)
        yield { id, ...(data !== undefined && { event: JSON.parse(data) as StreamedEvent }) };
      id = data = undefined;
    }
  }
}
