/** The stream of events: what is read, where it goes on after a break, and how it ends. */
import { expect, test } from 'vitest';
import { ApiError, Counterpart } from '../src/index.ts';

const eventText = (position: string, id: string) =>
  `id: ${position}\ndata: ${JSON.stringify({ id, type: 'match.made', timestamp: '2026-11-30T14:02:00Z', data: {} })}\n\n`;

/** A client whose connections send these texts, one after the other. */
function clientOf(...answers: (string | Response)[]) {
  const asked: (string | null)[] = [];
  const client = new Counterpart({
    apiKey: 'cp_live_x',
    baseUrl: 'http://localhost',
    fetch: async (input) => {
      asked.push(new URL(String(input)).searchParams.get('after'));
      const answer = answers.shift()!;
      return typeof answer === 'string' ? new Response(answer) : answer;
    },
  });
  return { client, asked };
}

test('goes on where a connection broke, after a sign of life too, until the caller leaves', async () => {
  const { client, asked } = clientOf(
    `retry: 2000\n\n${eventText('1', 'a')}id: 2\n\nid: 9\nda`,
    eventText('3', 'b') + eventText('4', 'c'),
  );
  const seen: string[] = [];
  for await (const { id } of client.events.stream({ after: '0' })) {
    seen.push(id);
    if (id === 'b') break;
  }
  expect(seen).toEqual(['a', 'b']);
  expect(asked).toEqual(['0', '2']);
});

test('throws what the service refuses, and the reason of the signal', async () => {
  const error = { error: { code: 'forbidden', message: 'no', details: {} }, request_id: 'req_1' };
  const { client } = clientOf(Response.json(error, { status: 403 }));
  await expect(client.events.stream().next()).rejects.toBeInstanceOf(ApiError);
  const reason = new Error('enough');
  const open = new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array()) }));
  const leaving = new AbortController();
  const other = clientOf(open, open).client.events.stream({}, { signal: leaving.signal });
  leaving.abort(reason);
  await expect(other.next()).rejects.toBe(reason);
});
