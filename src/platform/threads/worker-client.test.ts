import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { ThreadSettings } from './running-thread.ts';
import { OwnError, type QueueSetup, type TestRequest } from './testing/test-requests.ts';
import { ThreadEnded } from './thread-ended.ts';
import { WorkerClient } from './worker-client.ts';
import { WorkerPool } from './worker-pool.ts';

const script = new URL('./testing/thread-under-test.ts', import.meta.url);
const queueScript = new URL('./testing/queue-under-test.ts', import.meta.url);
const forever: TestRequest = { kind: 'echo', value: 'late', delayMs: 3_600_000 };
const echo = (value: unknown, delayMs?: number): TestRequest =>
  delayMs === undefined ? { kind: 'echo', value } : { kind: 'echo', value, delayMs };

let started: Worker[];
const opened: { close(): Promise<void> }[] = [];
const note = (worker: Worker) => started.push(worker);

beforeEach(() => {
  started = [];
  process.on('worker', note);
});
afterEach(async () => {
  process.off('worker', note);
  await Promise.all(opened.splice(0).map((client) => client.close()));
  // An ended thread has no id.
  expect(started.map(({ threadId }) => threadId)).toEqual(started.map(() => -1));
});

function open(settings: Partial<ThreadSettings> = {}): WorkerClient<TestRequest, unknown> {
  const client = new WorkerClient<TestRequest, unknown>(script, { name: 'test', ...settings });
  opened.push(client);
  return client;
}

const counter = (from = 0) => new Int32Array(new SharedArrayBuffer(4)).fill(from);

/** The error of a call that must fail. */
async function errorOfCall(call: Promise<unknown>): Promise<Error> {
  const settled = await call.then(
    (value) => ({ value }),
    (error: Error) => ({ error }),
  );
  expect(settled).toHaveProperty('error');
  return (settled as { error: Error }).error;
}

describe('calls', () => {
  it('match answers to callers, in whatever order they come', async () => {
    const client = open();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 5 }), { maxLength: 20 }), async (delays) => {
        const calls = delays.map((delayMs, n) => client.call(echo(n, delayMs)));
        expect(client.load).toBe(delays.length);
        expect(await Promise.all(calls)).toEqual(delays.map((_, n) => n));
        expect(client.load).toBe(0);
      }),
      { numRuns: 10 },
    );
    expect(started).toHaveLength(1);
  });

  it('may be 1,000 at once, and each has its own answer', async () => {
    const client = open();
    const values = Array.from({ length: 1000 }, (_, n) => ({ n }));
    expect(await Promise.all(values.map((value) => client.call(echo(value))))).toEqual(values);
  });

  it('hand bytes over and get them back, without a copy on either side', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const call = open().call({ kind: 'bytes', bytes }, { transfer: [bytes.buffer] });
    expect(bytes.byteLength).toBe(0);
    expect(await call).toEqual(Uint8Array.of(1, 2, 3));
  });

  it('start no thread before the first call, and calls without an answer start none either', async () => {
    const client = open();
    client.notify(echo(1));
    expect(started).toHaveLength(0);
    expect(await client.call({ kind: 'countEchoes' })).toBe(0);
    client.notify(echo(1));
    expect(await client.call({ kind: 'countEchoes' })).toBe(1);
  });

  it('go to the thread that was started for them', async () => {
    const client = open();
    expect(client.running).toBe(null);
    const thread = client.start();
    expect(client.start()).toBe(thread);
    client.notify(echo(1));
    expect(await client.call({ kind: 'countEchoes' })).toBe(1);
    expect(client.running).toBe(thread);
    await client.close();
    expect(client.running).toBe(null);
    expect(() => client.start()).toThrow(ThreadEnded);
  });

  it('that cannot be cloned reject, request or answer, and the thread continues', async () => {
    const client = open();
    const request = { kind: 'echo', value: () => 1 } as const;
    await expect(client.call(request)).rejects.toThrow(/could not be cloned/);
    expect(client.load).toBe(0);
    await expect(client.call({ kind: 'unclonable' })).rejects.toThrow(/could not be cloned/);
    expect(await client.call(echo(1))).toBe(1);
    expect(started).toHaveLength(1);
  });

  it('reject with the reason of their signal, before and while they wait', async () => {
    const client = open();
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(client.call(echo(1), { signal: gone })).rejects.toThrow('gone');
    expect(started).toHaveLength(0);
    const leaving = new AbortController();
    const calls = [30, 20].map((delayMs) => client.call(echo('done', delayMs), { signal: leaving.signal }));
    const other = client.call(echo('other', 40));
    leaving.abort(new Error('left'));
    for (const call of calls) await expect(call).rejects.toThrow('left');
    // The thread is still busy with them.
    expect(client.load).toBe(3);
    expect(await other).toBe('other');
    expect(client.load).toBe(0);
    const stays = new AbortController();
    expect(await client.call(echo(1), { signal: stays.signal })).toBe(1);
    stays.abort();
  });
});

describe('errors of the thread', () => {
  it('come with their class, message, stack and plain properties', async () => {
    const client = open({ errors: [OwnError] });
    const failed = (how: Extract<TestRequest, { kind: 'fail' }>['how']) =>
      errorOfCall(client.call({ kind: 'fail', how }));
    const api = await failed('api');
    expect(api).toBeInstanceOf(ApiError);
    expect(api).toMatchObject({
      code: 'unknown_item',
      status: 409,
      message: 'No item «x».',
      details: { item_ids: ['x'] },
    });
    expect(await failed('type')).toBeInstanceOf(TypeError);
    expect(await failed('own')).toBeInstanceOf(OwnError);
    const fields = await failed('fields');
    expect(fields).toMatchObject({ message: 'database is locked', errcode: 5, code: 'ERR_SQLITE' });
    expect(fields).not.toHaveProperty('hidden');
    expect(fields.stack).toMatch(/thread-under-test/);
    expect(await failed('text')).toEqual(new Error('only a text'));
    expect((await failed('cause')).cause).toEqual(new RangeError('inner'));
    expect(started).toHaveLength(1);
  });

  it('are plain errors with their name where the caller does not know the class', async () => {
    const error = await errorOfCall(open().call({ kind: 'fail', how: 'own' }));
    expect(error.constructor).toBe(Error);
    expect(error.message).toBe('one of ours');
  });
});

describe('a thread that dies', () => {
  const deaths: readonly (readonly [string, TestRequest, RegExp])[] = [
    ['leaves', { kind: 'exit', code: 3 }, /exit code 3/],
    ['throws outside of a call', { kind: 'throwLater' }, /thrown in a timer/],
    ['leaves a rejection unhandled', { kind: 'rejectUnhandled' }, /nothing caught it/],
    ['holds too much memory', { kind: 'fillMemory' }, /memory limit/],
  ];

  it.each(deaths)(
    'because it %s rejects all calls in flight, and the next call has another',
    async (...death) => {
      const [, deadly, reason] = death;
      const client = open({ resourceLimits: { maxOldGenerationSizeMb: 16 } });
      expect(await client.call(echo('alive'))).toBe('alive');
      const thread = client.running;
      const others = [forever, forever].map((request) => client.call(request));
      const errors = await Promise.all([...others, client.call(deadly)].map(errorOfCall));
      for (const error of errors) {
        expect(error).toBeInstanceOf(ThreadEnded);
        expect(error.message).toMatch(/«test»/);
        expect(error.message).toMatch(reason);
      }
      expect(client.running).toBe(null);
      expect(await client.call(echo('again'))).toBe('again');
      expect(client.running).not.toBe(thread);
      expect(started).toHaveLength(2);
    },
  );

  it('because it is terminated from outside does the same', async () => {
    const client = open();
    const call = errorOfCall(client.call(forever));
    await nextTurn();
    await started[0]!.terminate();
    expect(await call).toBeInstanceOf(ThreadEnded);
    expect(await client.call(echo('again'))).toBe('again');
  });

  it('rejects no call of its successor when it ends later', async () => {
    const client = open();
    await client.call(echo('alive'));
    // The error event precedes the exit event.
    const next = client.call({ kind: 'throwLater' }).catch(() => client.call(echo('next')));
    expect(await next).toBe('next');
    expect(started).toHaveLength(2);
  });

  it('at its start says why; a pause keeps callers from starting one after the other', async () => {
    const startFails = counter(3);
    const client = open({ data: { startFails: startFails.buffer } });
    const refused: Error[] = [];
    let answer: unknown;
    while (answer === undefined)
      answer = await client.call(echo('at last')).catch((error: Error) => {
        refused.push(error);
        return new Promise((resolve) => setTimeout(resolve, 5));
      });
    expect(answer).toBe('at last');
    expect(refused[0]!.message).toMatch(/there is no such file/);
    expect(refused[0]!.cause).toMatchObject({ message: 'there is no such file' });
    expect(refused.some(({ message }) => /2 times in a row.*started again in \d+ ms/.test(message))).toBe(
      true,
    );
    expect(started).toHaveLength(4);
    expect(client.isReady).toBe(true);
  });
});

describe('close', () => {
  it('rejects calls in flight and later ones, and waits for the end, however often', async () => {
    const client = open();
    const call = errorOfCall(client.call(forever));
    await Promise.all([client.close(), client.close()]);
    expect(started[0]!.threadId).toBe(-1);
    expect((await call).message).toMatch(/ended: it was closed/);
    expect((await errorOfCall(client.call(echo(1)))).message).toMatch(/was closed/);
    client.notify(echo(1));
    await client.close();
    await client.closeWhenIdle();
    expect(started).toHaveLength(1);
  });

  it('when idle answers what is in flight first, then lets the thread put things in order', async () => {
    const closedSignal = counter();
    const client = open({ data: { closedSignal: closedSignal.buffer } });
    const calls = [20, 1, 10].map((delayMs) => client.call(echo(delayMs, delayMs)));
    const closed = client.closeWhenIdle();
    const late = errorOfCall(client.call(echo('late')));
    await Promise.all([closed, client.closeWhenIdle()]);
    expect(await Promise.all(calls)).toEqual([20, 1, 10]);
    expect(Atomics.load(closedSignal, 0)).toBe(1);
    expect(started[0]!.threadId).toBe(-1);
    expect(await late).toBeInstanceOf(ThreadEnded);
  });

  it('at once ends a close that waits for idleness', async () => {
    const client = open();
    const call = errorOfCall(client.call(forever));
    const idle = client.closeWhenIdle();
    await client.close();
    await idle;
    expect(await call).toBeInstanceOf(ThreadEnded);
  });

  it('resolves where the thread dies meanwhile, and where none was started', async () => {
    const client = open();
    const call = errorOfCall(client.call({ kind: 'exit', code: 1 }));
    await client.closeWhenIdle();
    expect(await call).toBeInstanceOf(ThreadEnded);
    await open().close();
    await open().closeWhenIdle();
    expect(started).toHaveLength(1);
  });
});

describe('the process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-threads-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The output of the program, which ends by itself. */
  const outputOf = async (body: string) => {
    const file = join(folder, 'program.mjs');
    writeFileSync(
      file,
      `import { WorkerClient } from ${JSON.stringify(new URL('./worker-client.ts', import.meta.url).href)};
      const client = new WorkerClient(new URL(${JSON.stringify(script.href)}), { name: 'test' });
      const echo = (value, delayMs) => client.call({ kind: 'echo', value, delayMs });
      ${body}`,
    );
    return (await promisify(execFile)(process.execPath, [file])).stdout;
  };

  it('ends by itself with an idle thread', async () => {
    expect(await outputOf('console.log(await echo("answered"));')).toBe('answered\n');
  });

  it('stays until a call has its answer, and until the closed thread has ended', async () => {
    const body = `echo("answered", 30).then(console.log);
      await echo("first"); await client.closeWhenIdle(); console.log("closed");`;
    expect(await outputOf(body)).toBe('answered\nclosed\n');
  });
});

function openQueue(settings: Partial<ThreadSettings> = {}) {
  const [begun, goOn] = [counter(), counter()];
  const data: QueueSetup = { begun, goOn };
  const client = new WorkerClient<string, readonly string[]>(queueScript, {
    name: 'queue',
    data,
    ...settings,
  });
  opened.push(client);
  const release = () => {
    Atomics.store(goOn, 0, 1);
    Atomics.notify(goOn, 0);
  };
  return { client, hasBegun: async () => Atomics.waitAsync(begun, 0, 0).value, release };
}

describe('a queue', () => {
  it('takes together what waits, and settles each alone', async () => {
    const { client, hasBegun, release } = openQueue();
    const held = client.call('held');
    await hasBegun();
    const others = Promise.allSettled(['a', 'wrong', 'b'].map((name) => client.call(name)));
    release();
    expect(await held).toEqual(['held']);
    expect((await others).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('drops a request that was not begun when its caller left', async () => {
    const { client, hasBegun, release } = openQueue();
    const leaving = new AbortController();
    const held = client.call('held', { signal: leaving.signal });
    await hasBegun();
    const left = client.call('left', { signal: leaving.signal });
    const stays = client.call('stays');
    leaving.abort(new Error('left'));
    await expect(held).rejects.toThrow('left');
    await expect(left).rejects.toThrow('left');
    release();
    expect(await stays).toEqual(['stays']);
    expect(client.load).toBe(0);
    await client.closeWhenIdle();
  });
});

describe('a thread of native code', () => {
  it('ends by itself with what it has begun, after its callers were rejected', async () => {
    const { client, hasBegun, release } = openQueue({ isNative: true });
    const calls = [errorOfCall(client.call('held'))];
    await hasBegun();
    calls.push(errorOfCall(client.call('waits')));
    const exit = once(started[0]!, 'exit');
    const closed = Promise.all([client.close(), client.close(), client.closeWhenIdle()]);
    for (const error of await Promise.all(calls)) expect(error.message).toMatch(/ended: it was closed/);
    release();
    await closed;
    // 1: it was terminated.
    expect(await exit).toEqual([0]);
  });
});

describe('a pool', () => {
  const openPool = (most: number, data?: unknown) => {
    const pool = new WorkerPool<TestRequest, unknown>(script, { name: 'pool', data }, most);
    opened.push(pool);
    return pool;
  };

  it('starts a thread where the others are busy, up to its bound', async () => {
    const pool = openPool(2);
    await pool.call(echo(1));
    await pool.call(echo(2));
    expect(started).toHaveLength(1);
    const held = [forever, forever, forever].map((request) => errorOfCall(pool.call(request)));
    await nextTurn();
    expect(started).toHaveLength(2);
    await pool.close();
    for (const error of await Promise.all(held)) expect(error).toBeInstanceOf(ThreadEnded);
    expect(await errorOfCall(pool.call(echo(1)))).toBeInstanceOf(ThreadEnded);
  });

  it('answers by the others while one waits to be started again', async () => {
    const startFails = counter(2);
    const pool = openPool(2, { startFails: startFails.buffer });
    await errorOfCall(pool.call(echo(1)));
    await errorOfCall(pool.call(echo(2)));
    expect(await pool.call(echo(3))).toBe(3);
    expect(await pool.call(echo(4))).toBe(4);
    await pool.closeWhenIdle();
  });

  it('refuses calls that none of its threads can take', async () => {
    const pool = openPool(1, { startFails: counter(1000).buffer });
    const errors = [await errorOfCall(pool.call(echo(1))), await errorOfCall(pool.call(echo(2)))];
    errors.push(await errorOfCall(pool.call(echo(3))));
    expect(errors.map(({ message }) => /in a row/.test(message))).toEqual([false, false, true]);
    expect(started).toHaveLength(2);
  });
});
