import { describe, expect, it } from 'vitest';
import { EventLoopYielder } from './event-loop-yielder.ts';
import { FairTurns } from './fair-turns.ts';
import { workFor } from './tenant-at-work.ts';

function holdThread(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('waits for the next turn once the tasks have used up the slice together', async () => {
  const yielder = new EventLoopYielder(20);
  const turns: number[] = [];
  let turn = 0;
  let counting = setImmediate(function count() {
    turn++;
    counting = setImmediate(count);
  });
  const task = async () => {
    for (let piece = 0; piece < 4; piece++) {
      await yielder.yieldIfDue();
      turns.push(turn);
      holdThread(15);
    }
  };
  await Promise.all([task(), task()]);
  clearImmediate(counting);
  expect(turns).toHaveLength(8);
  const pieces = turns.map((one) => turns.filter((other) => other === one).length);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(4);
  expect(new Set(turns).size).toBeGreaterThan(1);
});

it('counts what others with the same turns have held of the turn', async () => {
  const turns = new FairTurns();
  const [one, other] = [20, 20].map((ms) => new EventLoopYielder(ms, { turns }));
  expect(one!.yieldIfDue()).toBeUndefined();
  holdThread(25);
  const waiting = other!.yieldIfDue();
  expect(waiting).toBeInstanceOf(Promise);
  await waiting;
  expect(other!.yieldIfDue()).toBeUndefined();
});

it('does not yield while the slice has time left', () => {
  expect(new EventLoopYielder(1000).yieldIfDue()).toBeUndefined();
});

it('throws the reason of its signal, before and after a wait', async () => {
  const aborted = new AbortController();
  const yielder = new EventLoopYielder(1, { signal: aborted.signal });
  yielder.yieldIfDue();
  holdThread(5);
  const waiting = yielder.yieldIfDue();
  aborted.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(() => yielder.yieldIfDue()).toThrow('enough');
});

describe('beside loops of another tenant', () => {
  const PIECE_MS = 2;
  const CROWD = 6;
  const PIECES = 8;
  /** The first piece of each loop begins in the first turn; then one of the crowd for each of the other. */
  const MOST_OTHERS = CROWD + PIECES;

  /**
   * Runs loops of a crowd and of a quiet tenant. Returns the pieces of the crowd before the last piece of the
   * quiet tenant.
   */
  async function piecesBefore(
    start: (
      turns: FairTurns,
      tenant: string,
      work: (yielder: EventLoopYielder) => Promise<void>,
    ) => Promise<void>,
  ): Promise<readonly string[]> {
    let nowMs = 0;
    const turns = new FairTurns(() => nowMs);
    const pieces: string[] = [];
    const loop = (tenant: string, name: string) =>
      start(turns, tenant, async (yielder) => {
        for (let piece = 0; piece < PIECES; piece++) {
          await yielder.yieldIfDue();
          pieces.push(name);
          nowMs += PIECE_MS;
        }
      });
    const crowd = Array.from({ length: CROWD }, (_, n) => loop('crowd', `crowd-${n}`));
    await Promise.all([...crowd, loop('quiet', 'quiet')]);
    return pieces.slice(0, pieces.lastIndexOf('quiet')).filter((name) => name !== 'quiet');
  }

  it('each tenant gets the same time, and of its loops the oldest goes on first', async () => {
    const others = await piecesBefore((turns, tenant, work) =>
      work(new EventLoopYielder(0, { turns, tenant })),
    );
    expect(others.length).toBeLessThanOrEqual(MOST_OTHERS);
    expect(new Set(others.slice(CROWD))).toEqual(new Set(['crowd-0']));
  });

  it('a yielder of all takes the tenant at work', async () => {
    let shared: EventLoopYielder | undefined;
    const others = await piecesBefore((turns, tenant, work) => {
      shared ??= new EventLoopYielder(0, { turns });
      return workFor(tenant, () => work(shared!));
    });
    expect(others.length).toBeLessThanOrEqual(MOST_OTHERS);
  });
});
