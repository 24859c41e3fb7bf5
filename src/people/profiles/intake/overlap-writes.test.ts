import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlapWrites } from './overlap-writes.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('results come in order, two writes at most run at once, and never two with the same person', async () => {
  const people = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(fc.array(people, { maxLength: 12 }), fc.scheduler(), async (batches, scheduler) => {
      const running: ReadonlySet<string>[] = [];
      const source = async function* () {
        for (const batch of batches) {
          await scheduler.schedule(Promise.resolve());
          yield new Set(batch);
        }
      };
      const results: ReadonlySet<string>[] = [];
      const all = (async () => {
        for await (const { batch, result } of overlapWrites(source(), {
          peopleOf: (batch) => batch,
          write: async (batch) => {
            for (const other of running) for (const person of batch) expect(other.has(person)).toBe(false);
            running.push(batch);
            expect(running.length).toBeLessThanOrEqual(2);
            await scheduler.schedule(Promise.resolve());
            running.splice(running.indexOf(batch), 1);
            return batch;
          },
        })) {
          expect(result).toBe(batch);
          results.push(batch);
        }
      })();
      await scheduler.waitFor(all);
      expect(results.map((batch) => [...batch])).toEqual(batches.map((batch) => [...new Set(batch)]));
    }),
  );
});

test('a result is given while the source waits for it', async () => {
  let answered = Promise.withResolvers<void>();
  const source = async function* () {
    for (let n = 0; n < 3; n++) {
      yield n;
      await answered.promise;
      answered = Promise.withResolvers();
    }
  };
  const results: number[] = [];
  const write = async (n: number) => 10 * n;
  for await (const { result } of overlapWrites(source(), { peopleOf: (n) => new Set([String(n)]), write })) {
    results.push(result);
    answered.resolve();
  }
  expect(results).toEqual([0, 10, 20]);
});

test('a fault of the source comes after the results of what it gave before', async () => {
  const source = async function* () {
    yield 1;
    yield 2;
    throw new Error('cut off');
  };
  const results: number[] = [];
  const all = async () => {
    for await (const { result } of overlapWrites(source(), {
      peopleOf: () => new Set<string>(),
      write: async (n) => {
        await nextTurn();
        return n;
      },
    }))
      results.push(result);
  };
  await expect(all()).rejects.toThrow('cut off');
  expect(results).toEqual([1, 2]);
});

test('a failed write ends everything, also where the source never gives more', async () => {
  let isEnded = false;
  const second = Promise.withResolvers<void>();
  const source = async function* () {
    yield 1;
    yield 2;
    await new Promise(() => {});
  };
  const all = async () => {
    for await (const _ of overlapWrites(source(), {
      peopleOf: () => new Set<string>(),
      write: async (n) => {
        if (n === 1) {
          await second.promise;
          throw new Error('disk full');
        }
        second.resolve();
        await nextTurn();
        isEnded = true;
      },
    }));
  };
  await expect(all()).rejects.toThrow('disk full');
  expect(isEnded).toBe(true);
});
