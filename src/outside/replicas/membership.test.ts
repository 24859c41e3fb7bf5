import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Membership } from './membership.ts';
import { type SharedNotes, sharedNotes } from './testing/shared-notes.ts';

let store: SharedNotes;
const failures: unknown[] = [];
const A = 'http://a:1';
const B = 'http://b:1';

beforeEach(() => {
  vi.useFakeTimers();
  store = sharedNotes();
  failures.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const member = (url: string, owners = 1) =>
  new Membership({ store, url, owners, onChange: () => {}, onFailure: (error) => failures.push(error) });

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    store.nowMs += 1000;
    await vi.advanceTimersByTimeAsync(1000);
  }
}

const domains = Array.from({ length: 200 }, (_, n) => `domain_${n}`);
const ownedBy = (membership: Membership, url: string) =>
  domains.filter((domain) => membership.owners('ten_1', domain).includes(url));

test('a server owns indexes from when it is ready, and prepares them before', async () => {
  const a = member(A);
  await a.join();
  expect(a.owners('ten_1', 'dating')).toEqual([]);
  expect(a.owns('ten_1', 'dating')).toBe(true);
  await a.enter('ready');
  expect(ownedBy(a, A)).toEqual(domains);
  const b = member(B);
  await b.join();
  await pass(2000);
  expect(ownedBy(a, A)).toEqual(domains);
  const prepared = domains.filter((domain) => b.owns('ten_1', domain));
  expect(prepared.length).toBeGreaterThan(50);
  await b.enter('ready');
  await pass(2000);
  expect(ownedBy(a, B)).toEqual(prepared);
  expect(ownedBy(b, B)).toEqual(prepared);
  await a.leave();
  await b.leave();
});

test('a server that leaves or dies owns nothing, and what waits for it is ended', async () => {
  const [a, b] = [member(A), member(B)];
  await a.join();
  await b.join();
  await a.enter('ready');
  await b.enter('ready');
  await pass(2000);
  const gone = a.gone(B);
  expect(ownedBy(a, B).length).toBeGreaterThan(50);
  await b.enter('leaving');
  await b.enter('ready');
  await pass(2000);
  expect(ownedBy(a, B)).toEqual([]);
  expect(gone.aborted).toBe(false);
  await b.leave();
  await pass(2000);
  expect(gone.aborted).toBe(true);
  expect(a.gone('http://never:1').aborted).toBe(true);
  store.notes.set(B, { url: B, state: 'ready', seenMs: store.nowMs });
  await pass(2000);
  expect(ownedBy(a, B).length).toBeGreaterThan(50);
  await pass(6000);
  expect(ownedBy(a, B)).toEqual([]);
  await a.leave();
});

test('a server that cannot be reached owns nothing for a while', async () => {
  const a = member(A);
  await a.join();
  await a.enter('ready');
  store.notes.set(B, { url: B, state: 'ready', seenMs: Number.POSITIVE_INFINITY });
  await pass(1000);
  const before = ownedBy(a, B);
  a.suspect(B);
  expect(ownedBy(a, B)).toEqual([]);
  await pass(7000);
  expect(ownedBy(a, B)).toEqual(before);
  await a.leave();
});

test('while the database does not answer, the servers last seen stay', async () => {
  const a = member(A);
  await a.join();
  await a.enter('ready');
  store.broken = true;
  await pass(30_000);
  expect(failures.length).toBe(1);
  expect(a.owners('ten_1', 'dating')).toEqual([A]);
  store.broken = false;
  await pass(2000);
  expect(failures).toEqual([expect.any(Error), null]);
  await a.leave();
});

test('a database that does not answer at first is an error', async () => {
  store.broken = true;
  await expect(member(A).join()).rejects.toThrow('the database is away');
});
