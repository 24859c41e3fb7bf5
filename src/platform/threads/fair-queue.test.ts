import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const keys = ['a', 'b', 'c', 'd', 'e'];
const costs = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 5, maxLength: 40 });

interface Work {
  readonly key: string;
  readonly cost: number;
}

/** Serves one piece after the other, and passes each to `look` with the time at which it began. */
function serveAll(queue: FairQueue<Work>, look: (work: Work, beganAt: number) => void, until = Infinity) {
  let now = 0;
  for (let served = 0; served < until; served++) {
    const next = queue.take();
    if (next === undefined) return;
    look(next.item, now);
    now += next.item.cost;
    queue.charge(next.key, next.item.cost);
    queue.leave(next.key);
  }
}

function queueOf(costsByFlow: readonly (readonly number[])[]): FairQueue<Work> {
  const queue = new FairQueue<Work>();
  for (const [n, flow] of costsByFlow.entries())
    for (const [order, cost] of flow.entries()) queue.push(keys[n]!, { key: keys[n]!, cost }, order);
  return queue;
}

test('while flows have work waiting, what they took differs by no more than one piece of each', () => {
  fc.assert(
    fc.property(fc.array(costs, { minLength: 2, maxLength: 5 }), (given) => {
      const left = given.map(({ length }) => length);
      const took = given.map(() => 0);
      const largest = given.map((flow) => Math.max(...flow));
      serveAll(queueOf(given), ({ key, cost }) => {
        const at = keys.indexOf(key);
        took[at]! += cost;
        left[at]!--;
        for (const [one] of given.entries())
          for (const [other] of given.entries())
            if (left[one]! > 0 && left[other]! > 0)
              expect(took[one]! - took[other]!).toBeLessThanOrEqual(largest[one]! + largest[other]!);
      });
    }),
  );
});

test('a flow that comes with one piece waits for no more than one of each other flow, whatever was served before', () => {
  fc.assert(
    fc.property(fc.array(costs, { minLength: 1, maxLength: 4 }), fc.nat(30), (given, before) => {
      const queue = queueOf(given);
      serveAll(queue, () => {}, before);
      const longest = given.reduce((sum, flow) => sum + Math.max(...flow), 0);
      const late = { key: 'e', cost: 1 };
      queue.push('e', late, 0);
      const others = new Set<string>();
      serveAll(queue, (work, beganAt) => {
        if (work === late) expect(beganAt).toBeLessThanOrEqual(longest);
        others.add(work.key);
      });
      expect(others).toContain('e');
    }),
  );
});

test('a flow keeps its order, and a piece that returns with an earlier place comes first', () => {
  const queue = new FairQueue<string>();
  for (const [order, item] of ['first', 'second', 'third'].entries()) queue.push('a', item, order + 1);
  queue.push('a', 'returned', 0);
  expect(queue.remove('a', 'second')).toBe(true);
  expect(queue.remove('a', 'second')).toBe(false);
  const order = Array.from({ length: 4 }, () => queue.take()?.item);
  expect(order).toEqual(['returned', 'first', 'third', undefined]);
});

test('a flow that leaves and comes back while others wait pays what it took; idle time earns nothing', () => {
  const queue = new FairQueue<string>();
  queue.push('a', 'a1', 1);
  expect(queue.take()?.item).toBe('a1');
  for (const order of [1, 2, 3]) queue.push('b', `b${order}`, order);
  queue.charge('a', 10);
  queue.leave('a');
  queue.push('a', 'a2', 2);
  const served: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    served.push(next.item);
    queue.charge(next.key, 6);
    queue.leave(next.key);
  }
  expect(served).toEqual(['b1', 'b2', 'a2', 'b3']);
});

const step = fc.record({
  key: fc.constantFrom(...keys),
  does: fc.constantFrom('push', 'push', 'take', 'leave', 'remove', 'enter', 'charge'),
  cost: fc.integer({ min: 0, max: 50 }),
});

test('any sequence of calls loses no piece and serves none twice, and in the end nothing is remembered', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new FairQueue<number>();
      const waiting = new Map<number, string>();
      const serving: string[] = [];
      for (const [n, { key, does, cost }] of steps.entries()) {
        if (does === 'push') {
          queue.push(key, n, n);
          waiting.set(n, key);
        } else if (does === 'take') {
          const next = queue.take();
          expect(next === undefined).toBe(waiting.size === 0);
          if (next === undefined) continue;
          expect(waiting.get(next.item)).toBe(next.key);
          waiting.delete(next.item);
          serving.push(next.key);
        } else if (does === 'enter') {
          queue.enter(key);
          serving.push(key);
        } else if (does === 'leave' && serving.length > 0) queue.leave(serving.shift()!);
        else if (does === 'remove') {
          const [item] = [...waiting].find(([, of]) => of === key) ?? [-1];
          expect(queue.remove(key, item)).toBe(waiting.delete(item));
        } else if (does === 'charge') queue.charge(key, cost);
        expect(queue.size).toBe(waiting.size);
        const counts = keys.map((key) => queue.of(key));
        expect(counts.reduce((sum, each) => sum + each.serving, 0)).toBe(serving.length);
      }
      for (const [item, key] of waiting) queue.remove(key, item);
      for (const key of serving) queue.leave(key);
      expect([queue.size, queue.flows]).toEqual([0, 0]);
    }),
  );
});

test('flows that have gone are forgotten while one works without end', () => {
  const queue = new FairQueue<string>();
  queue.enter('busy');
  for (let n = 0; n < 1000; n++) {
    queue.push(`quiet-${n}`, 'once', n);
    queue.push('busy', 'more', n);
    for (let taken = 0; taken < 2; taken++) {
      const next = queue.take()!;
      queue.charge(next.key, next.key === 'busy' ? 3 : 1);
      queue.leave(next.key);
    }
  }
  expect(queue.flows).toBeLessThanOrEqual(3);
});
