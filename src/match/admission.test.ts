import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

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
      admission.admit(async () => {
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
    const running = [admission.admit(() => opened), admission.admit(() => opened)];
    await expect(admission.admit(() => opened)).rejects.toMatchObject({
      code: 'overloaded',
      details: { retry_after_ms: 1000 },
    });
    open();
    await Promise.all(running);
    await admission.admit(async () => 'there is room again');
  });

  it('refuses a request whose expected wait is too long, from the mean duration', async () => {
    let nowMs = 0;
    const admission = createAdmission({ inFlight: 1, waiting: 100, longestWaitMs: 5000 }, () => nowMs);
    await admission.admit(async () => {
      nowMs += 3000;
    });
    const { opened, open } = gate();
    const running = [admission.admit(() => opened), admission.admit(() => opened)];
    await expect(admission.admit(() => opened)).rejects.toMatchObject({
      code: 'overloaded',
      details: { retry_after_ms: 6000 },
    });
    open();
    await Promise.all(running);
  });

  it('drops an aborted request from the queue, and frees the slot when the work fails', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 5, longestWaitMs: 1000 }, () => 0);
    const { opened, open } = gate();
    const failing = admission.admit(async () => {
      await opened;
      throw new Error('broken');
    });
    const leaver = new AbortController();
    const left = admission.admit(async () => expect.unreachable(), leaver.signal);
    const next = admission.admit(async () => 'next');
    leaver.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(admission.waiting).toBe(1);
    open();
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
    await expect(
      admission.admit(async () => expect.unreachable(), AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone');
    expect(admission.inFlight).toBe(0);
  });

  it('frees the slot while a match waits for another host, which then gets the next free one', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 5, longestWaitMs: 1000 }, () => 0);
    const [outside, inside] = [gate(), gate()];
    const order: string[] = [];
    const first = admission.admit(async ({ withoutSlot }) => {
      order.push('first');
      await withoutSlot(() => outside.opened);
      order.push('first again');
    });
    const second = admission.admit(async () => {
      order.push('second');
      await inside.opened;
    });
    const third = admission.admit(async () => void order.push('third'));
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
    const left = admission.admit(({ withoutSlot }) => withoutSlot(() => opened), gone.signal);
    await setImmediate();
    const other = gate();
    const running = admission.admit(() => other.opened);
    await setImmediate();
    open();
    await setImmediate();
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    other.open();
    await running;
    expect(await admission.admit(async () => 'next')).toBe('next');
    expect([admission.inFlight, admission.waiting]).toEqual([0, 0]);
  });

  it('rethrows the failure of the other host once the match has a slot again', async () => {
    const admission = createAdmission({ inFlight: 1, waiting: 0, longestWaitMs: 1000 }, () => 0);
    const failed = admission.admit(({ withoutSlot }) =>
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
        async () => {
          nowMs += 60_000;
        },
        undefined,
        'background',
      );
      const { opened, open } = gate();
      const callers = [admission.admit(() => opened), admission.admit(() => opened)];
      const batched = Array.from({ length: 5 }, (_, n) =>
        admission.admit(async () => n, undefined, 'background'),
      );
      await expect(admission.admit(() => opened)).rejects.toMatchObject({ code: 'overloaded' });
      open();
      await Promise.all(callers);
      expect(await Promise.all(batched)).toEqual([0, 1, 2, 3, 4]);
    });

    it('pause while a match of a caller runs, and not for ever', async () => {
      const admission = createAdmission({ inFlight: 2, waiting: 5, longestWaitMs: 1000 }, () => 0);
      await admission.admit(
        async ({ giveWay }) => {
          expect(giveWay()).toBeUndefined();
          const caller = gate();
          const running = admission.admit(async (slot) => {
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
          const another = admission.admit(() => endless.opened);
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
