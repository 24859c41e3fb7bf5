import { expect, test } from 'vitest';
import { ownersOf } from './rendezvous.ts';

const servers = ['http://a:1', 'http://b:1', 'http://c:1', 'http://d:1'];
const keys = Array.from({ length: 2000 }, (_, n) => `ten_${n} dating`);

test('every key has as many owners as asked, or all servers', () => {
  for (const key of keys.slice(0, 50)) {
    expect(new Set(ownersOf(key, servers, 2)).size).toBe(2);
    expect(new Set(ownersOf(key, servers, 9))).toEqual(new Set(servers));
    expect(ownersOf(key, [], 2)).toEqual([]);
  }
});

test('the order of the list does not matter', () => {
  for (const key of keys) expect(ownersOf(key, servers.toReversed(), 2)).toEqual(ownersOf(key, servers, 2));
});

test('the keys are spread evenly', () => {
  const owned = Map.groupBy(
    keys.flatMap((key) => ownersOf(key, servers, 2)),
    (server) => server,
  );
  for (const server of servers) {
    expect(owned.get(server)!.length).toBeGreaterThan(900);
    expect(owned.get(server)!.length).toBeLessThan(1100);
  }
});

test('a server that leaves moves only what it owned', () => {
  const [gone, ...rest] = servers;
  for (const key of keys) {
    const before = ownersOf(key, servers, 2);
    const after = ownersOf(key, rest, 2);
    if (!before.includes(gone!)) expect(after).toEqual(before);
    else expect(after).toContain(before.find((server) => server !== gone));
  }
});
