import { expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { createEventStreams } from './event-streams.ts';
import type { Followed, FollowParts } from './follow-events.ts';

const followed: Followed = { types: new Set(['job.finished']), from: { sinceMs: 0, sequences: new Map() } };

function streamsOf(readJobs: () => Promise<never[]> = async () => []) {
  const parts = { activity: { jobsEndedFrom: readJobs }, domainsOf: async () => [], clock: () => 0 };
  return createEventStreams(parts as unknown as FollowParts);
}

test('a hundred on a server, ten of a workspace; one that ends makes room', async () => {
  const streams = streamsOf();
  const leaving = new AbortController();
  const open = (workspace: number, signal = new AbortController().signal) =>
    streams.open(tenantId(`ten_${workspace}`), followed, signal);
  open(0, leaving.signal);
  for (let n = 1; n < 100; n++) open(Math.floor(n / 10));
  expect(() => open(0)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  expect(() => open(10)).toThrow(expect.objectContaining({ code: 'overloaded' }));
  leaving.abort();
  open(10, AbortSignal.abort());
  open(10);
  expect(() => open(10)).toThrow(expect.objectContaining({ code: 'overloaded' }));
  streams.end();
});

test('a stream that its reader leaves, or that fails, makes room once', async () => {
  let isBroken = false;
  const streams = streamsOf(async () => {
    if (isBroken) throw new Error('no database');
    return [];
  });
  const workspace = tenantId('ten_1');
  const { signal } = new AbortController();
  for (let n = 0; n < 9; n++) streams.open(workspace, followed, signal);
  for await (const _ of streams.open(workspace, followed, signal)) break;
  isBroken = true;
  const failing = streams.open(workspace, followed, signal)[Symbol.asyncIterator]();
  await expect(failing.next()).rejects.toThrow('no database');
  streams.open(workspace, followed, signal);
  expect(() => streams.open(workspace, followed, signal)).toThrow(
    expect.objectContaining({ code: 'rate_limited' }),
  );
  streams.end();
});
