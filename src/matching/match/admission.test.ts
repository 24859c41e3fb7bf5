import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdmission } from './admission.ts';
import { type Arrival, simulateMatches } from './testing/simulate-matches.ts';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

describe('admission', () => {
  it('runs a few at a time, and the others in the order of their arrival', async () => {
    const admission = createAdmission({ inFlight: 2, waiting: 5, longestWaitMs: 1000 }, () => 0);
    const gates = [gate(), gate(), gate(), gate()];
    const started: number[] = [];
    const all = gates.map(({ opened }, n) =>
      admission.admit('one', async () => {
        started.push(n);
        await opened;
        return n;
      }),
    );
    await setImmediate();
    expect(started).toEqual([0, 1]);
    expect([admission.inFlight, admission.waiting]).toEqual([2, 2]);
    gates[1]!.open();
    await setImmediate();
    expect(started).toEqual([0, 1, 2]);
    for (const { open } of gates) open();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
    expect([admission.inFlight, admission.waiting]).toEqual([0, 0]);
  });

  it('refuses with 503 once the queue is full, with a time to retry', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 1, longestWaitMs: 1000 }, () => 0);
    const { opened, open } = gate();
    const running = [admission.admit('one', () => opened), admission.admit('one', () => opened)];
    await expect(admission.admit('one', () => opened)).rejects.toMatchObject({
      code: 'overloaded',
      details: { retry_after_ms: 1000 },
    });
    open();
    await Promise.all(running);
    await admission.admit('one', async () => 'there is room again');
  });

  it('refuses a request whose expected wait is too long, from the mean duration', async () => {
    let nowMs = 0;
    const admission = createAdmission({ inFlight: 1, waiting: 100, longestWaitMs: 5000 }, () => nowMs);
    await admission.admit('one', async () => {
      nowMs += 3000;
    });
    const { opened, open } = gate();
    const running = [admission.admit('one', () => opened), admission.admit('one', () => opened)];
    await expect(admission.admit('one', () => opened)).rejects.toMatchObject({
      code: 'overloaded',
      details: { retry_after_ms: 6000 },
    });
    open();
    await Promise.all(running);
  });

  it('drops an aborted request from the queue, and frees the slot when the work fails', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 5, longestWaitMs: 1000 }, () => 0);
    const { opened, open } = gate();
    const failing = admission.admit('one', async () => {
      await opened;
      throw new Error('broken');
    });
    const leaver = new AbortController();
    const left = admission.admit('one', async () => expect.unreachable(), leaver.signal);
    const next = admission.admit('one', async () => 'next');
    leaver.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(admission.waiting).toBe(1);
    open();
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
    await expect(
      admission.admit('one', async () => expect.unreachable(), AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone');
    expect(admission.inFlight).toBe(0);
  });

  it('frees the slot while a match waits for another host, which then gets the next free one', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 5, longestWaitMs: 1000 }, () => 0);
    const [outside, inside] = [gate(), gate()];
    const order: string[] = [];
    const first = admission.admit('one', async ({ withoutSlot }) => {
      order.push('first');
      await withoutSlot(() => outside.opened);
      order.push('first again');
    });
    const second = admission.admit('one', async () => {
      order.push('second');
      await inside.opened;
    });
    const third = admission.admit('one', async () => void order.push('third'));
    await setImmediate();
    expect(order).toEqual(['first', 'second']);
    outside.open();
    await setImmediate();
    expect([admission.inFlight, order.at(-1)]).toEqual([1, 'second']);
    inside.open();
    await Promise.all([first, second, third]);
    expect(order).toEqual(['first', 'second', 'first again', 'third']);
    expect([admission.inFlight, admission.waiting]).toEqual([0, 0]);
  });

  it('gives no slot back to a match whose caller has disconnected', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 5, longestWaitMs: 1000 }, () => 0);
    const gone = new AbortController();
    const { opened, open } = gate();
    const left = admission.admit('one', ({ withoutSlot }) => withoutSlot(() => opened), gone.signal);
    await setImmediate();
    const other = gate();
    const running = admission.admit('one', () => other.opened);
    await setImmediate();
    open();
    await setImmediate();
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    other.open();
    await running;
    expect(await admission.admit('one', async () => 'next')).toBe('next');
    expect([admission.inFlight, admission.waiting]).toEqual([0, 0]);
  });

  it('rethrows the failure of the other host once the match has a slot again', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 0, longestWaitMs: 1000 }, () => 0);
    const failed = admission.admit('one', ({ withoutSlot }) =>
      withoutSlot(() => Promise.reject(new Error('outside'))),
    );
    await expect(failed).rejects.toThrow('outside');
    expect(admission.inFlight).toBe(0);
  });

  describe('matches of batches', () => {
    it('have at most half of the slots, and enter when no caller waits', async () => {
      const admission = createAdmission({ inFlight: 2, waiting: 5, longestWaitMs: 1000 }, () => 0);
      const gates = [gate(), gate(), gate(), gate()];
      const order: string[] = [];
      const run = (name: string, at: number, lane?: 'background') =>
        admission.admit(
          'one',
          async () => {
            order.push(name);
            await gates[at]!.opened;
          },
          undefined,
          lane,
        );
      const batches = [run('batch 1', 0, 'background'), run('batch 2', 1, 'background')];
      await setImmediate();
      const all = [...batches, run('caller 1', 2), run('caller 2', 3)];
      await setImmediate();
      expect(order).toEqual(['batch 1', 'caller 1']);
      gates[0]!.open();
      await setImmediate();
      // The freed slot is the waiting caller's.
      expect(order).toEqual(['batch 1', 'caller 1', 'caller 2']);
      gates[2]!.open();
      // It has the slot, and gives way to the caller that runs for a while.
      await expect.poll(() => order.at(-1)).toBe('batch 2');
      for (const { open } of gates) open();
      await Promise.all(all);
      expect([admission.inFlight, admission.waiting]).toEqual([0, 0]);
    });

    it('wait where a caller is refused, and do not count for the expected wait of callers', async () => {
      let nowMs = 0;
      const admission = createAdmission({ inFlight: 1, waiting: 1, longestWaitMs: 1000 }, () => nowMs);
      await admission.admit(
        'one',
        async () => {
          nowMs += 60_000;
        },
        undefined,
        'background',
      );
      const { opened, open } = gate();
      const callers = [admission.admit('one', () => opened), admission.admit('one', () => opened)];
      const batched = Array.from({ length: 5 }, (_, n) =>
        admission.admit('one', async () => n, undefined, 'background'),
      );
      await expect(admission.admit('one', () => opened)).rejects.toMatchObject({ code: 'overloaded' });
      open();
      await Promise.all(callers);
      expect(await Promise.all(batched)).toEqual([0, 1, 2, 3, 4]);
    });

    it('pause while a match of a caller runs, and not for ever', async () => {
      const admission = createAdmission({ inFlight: 2, waiting: 5, longestWaitMs: 1000 }, () => 0);
      await admission.admit(
        'one',
        async ({ giveWay }) => {
          expect(giveWay()).toBeUndefined();
          const caller = gate();
          const running = admission.admit('one', async (slot) => {
            expect(slot.giveWay()).toBeUndefined();
            await caller.opened;
          });
          let isOver = false;
          const pause = giveWay()!.then(() => {
            isOver = true;
          });
          await setImmediate();
          expect(isOver).toBe(false);
          caller.open();
          await running;
          await setImmediate();
          expect(isOver).toBe(true);
          await pause;
          const endless = gate();
          const another = admission.admit('one', () => endless.opened);
          await giveWay();
          endless.open();
          await another;
        },
        undefined,
        'background',
      );
    });
  });
});

describe('several tenants', () => {
  it('one that has no match running begins at once, beside as many as there are slots', async () => {
    const admission = createAdmission({ inFlight: 2, waiting: 100, longestWaitMs: 1000 }, () => 0);
    const { opened, open } = gate();
    const started: string[] = [];
    const run = (tenant: string) =>
      admission.admit(tenant, async () => {
        started.push(tenant);
        await opened;
      });
    const all = [...Array.from({ length: 50 }, () => run('crowd')), run('a'), run('b'), run('c'), run('a')];
    await setImmediate();
    expect(started).toEqual(['crowd', 'crowd', 'a', 'b']);
    open();
    await Promise.all(all);
    // The one that had nothing is before those that have had a match.
    expect(started[4]).toBe('c');
    expect([admission.inFlight, admission.waiting, admission.tenants]).toEqual([0, 0, 0]);
  });

  it('one is refused by its own matches alone: a full queue of another is no reason', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 4, longestWaitMs: 1000 }, () => 0);
    const { opened, open } = gate();
    const crowd = Array.from({ length: 5 }, () => admission.admit('crowd', () => opened));
    await expect(admission.admit('crowd', () => opened)).rejects.toMatchObject({
      code: 'overloaded',
      message: expect.stringContaining('1 match is running and 4 wait in this workspace'),
    });
    const others = ['a', 'a', 'b', 'b', 'c', 'd', 'e'].map((name) => admission.admit(name, async () => name));
    open();
    await Promise.all(crowd);
    expect(await Promise.all(others)).toEqual(['a', 'a', 'b', 'b', 'c', 'd', 'e']);
  });

  it('the expected wait is that of the own matches: long ones of another do not count', async () => {
    let nowMs = 0;
    const admission = createAdmission({ inFlight: 1, waiting: 100, longestWaitMs: 1000 }, () => nowMs);
    const took = (tenant: string, ms: number) =>
      admission.admit(tenant, async () => {
        nowMs += ms;
      });
    const { opened, open } = gate();
    const quiet = admission.admit('quiet', () => opened);
    const crowd = admission.admit('crowd', () => opened);
    const waiting = [took('crowd', 9000), took('quiet', 1), took('crowd', 9000)];
    open();
    await Promise.all([quiet, crowd, ...waiting]);
    const next = gate();
    const running = ['quiet', 'crowd'].map((name) => admission.admit(name, () => next.opened));
    const first = ['quiet', 'crowd'].map((name) => admission.admit(name, async () => name));
    next.open();
    expect(await Promise.all([...running, ...first])).toHaveLength(4);
  });

  it('no match waits longer than the longest wait, whoever is before it', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 100, longestWaitMs: 5 }, () => 0);
    const { opened, open } = gate();
    const running = ['a', 'b'].map((name) => admission.admit(name, () => opened));
    await expect(admission.admit('c', async () => expect.unreachable())).rejects.toMatchObject({
      code: 'overloaded',
      message: expect.stringContaining('0.005 seconds'),
    });
    expect(admission.waiting).toBe(0);
    open();
    await Promise.all(running);
    expect(admission.tenants).toBe(0);
  });

  it('batches of several share what callers leave', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 100, longestWaitMs: 1000 }, () => 0);
    const order: string[] = [];
    const run = (tenant: string) =>
      admission.admit(
        tenant,
        async ({ spend }) => {
          await setImmediate();
          order.push(tenant);
          spend(10);
        },
        undefined,
        'background',
      );
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b'].map(run));
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'a']);
  });
});

describe('in any mix of tenants', () => {
  const tenants = ['a', 'b', 'c', 'd'];
  const arrival = fc.record({
    tenant: fc.constantFrom(...tenants),
    atMs: fc.nat(300),
    tookMs: fc.integer({ min: 1, max: 60 }),
    leavesAtMs: fc.option(fc.nat(400), { nil: null, freq: 4 }),
  });
  const arrivals = fc.array(arrival, { minLength: 1, maxLength: 60 });

  it('a match of a tenant with no other waits for no more than one match of each other tenant', async () => {
    await fc.assert(
      fc.asyncProperty(
        arrivals,
        fc.integer({ min: 1, max: 4 }),
        fc.nat(300),
        async (others, inFlight, atMs) => {
          const lone: Arrival = { tenant: 'lone', atMs, tookMs: 5, leavesAtMs: null };
          const { begun } = await simulateMatches([...others, lone], inFlight);
          const bound = tenants.reduce(
            (sum, name) =>
              sum +
              Math.max(0, ...others.filter(({ tenant }) => tenant === name).map(({ tookMs }) => tookMs)),
            0,
          );
          expect(begun.get(lone)! - atMs).toBeLessThanOrEqual(bound);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('each match is carried out once or has left, and nothing is remembered in the end', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 4 }), async (given, inFlight) => {
        const { begun, left, most, end } = await simulateMatches(given, inFlight);
        for (const one of given) expect(begun.has(one) || left.has(one)).toBe(true);
        expect(most).toBeLessThanOrEqual(2 * inFlight);
        expect(end).toEqual({ inFlight: 0, waiting: 0, tenants: 0 });
      }),
      { numRuns: 60 },
    );
  });

  it('tenants with matches waiting get the same time, but for the largest matches in service', async () => {
    const costs = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 6, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(costs, costs, fc.integer({ min: 1, max: 3 }), async (one, other, inFlight) => {
        const all = { a: one, b: other };
        const given = Object.entries(all).flatMap(([tenant, each]) =>
          each.map((tookMs) => ({ tenant, atMs: 0, tookMs, leavesAtMs: null })),
        );
        const { begun } = await simulateMatches(given, inFlight);
        const began = (match: Arrival) => begun.get(match)!;
        const last = (tenant: string) =>
          Math.max(...given.filter((match) => match.tenant === tenant).map(began));
        const until = Math.min(last('a'), last('b'));
        const time = (tenant: string) =>
          given
            .filter((match) => match.tenant === tenant && began(match) + match.tookMs <= until)
            .reduce((sum, { tookMs }) => sum + tookMs, 0);
        expect(Math.abs(time('a') - time('b'))).toBeLessThanOrEqual(2 * inFlight * 2 * 60);
      }),
      { numRuns: 40 },
    );
  });
});
