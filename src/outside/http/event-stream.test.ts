/** A stream whose client does not read is cut, and one that idles is not. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openRaw } from '../../platform/testing/raw-http.ts';
import type { EventStreams } from '../events/event-streams.ts';
import type { Look } from '../events/follow-events.ts';
import { fakeLimits, fakeServer, keys } from './testing/http-fakes.ts';

const position = { sinceMs: 0, sequences: new Map() };
const large = {
  id: 'x',
  type: 'job.finished',
  atMs: 0,
  people: [],
  data: { a: 'x'.repeat(100_000) },
} as const;

function streams(look: Look, everyMs: number) {
  const seen = { ended: false, looks: 0 };
  async function* open(_: unknown, __: unknown, signal: AbortSignal) {
    try {
      for (; !signal.aborted; seen.looks++) {
        yield look;
        await wait(everyMs);
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, events: { open, end: () => {} } as EventStreams };
}

const STALL_MS = 200;

test.each([
  ['does not read', [large], 0, true],
  ['has nothing to read', [], 50, false],
] as const)('a client that %s', async (_, events, everyMs, isCut) => {
  const { seen, events: fake } = streams({ events, gaps: [], before: position, after: position }, everyMs);
  const { app } = await fakeServer({ events: fake, limits: { ...fakeLimits, answerStallMs: STALL_MS } });
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const { socket } = await openRaw(port);
  socket.pause();
  socket.write(`GET /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${keys.many}\r\n\r\n`);
  if (isCut) await expect.poll(() => seen.ended, { timeout: 10_000 }).toBe(true);
  else await expect.poll(() => seen.looks, { timeout: 10_000 }).toBeGreaterThan((5 * STALL_MS) / everyMs);
  expect(seen.ended).toBe(isCut);
  socket.destroy();
  await expect.poll(() => seen.ended).toBe(true);
  await app.close();
});
