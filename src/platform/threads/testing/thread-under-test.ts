/** A thread that does what each test request says, when it arrives. */
import { setTimeout as passes } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { ApiError } from '../../../contract/errors.ts';
import { Transferred } from '../answered.ts';
import { serveCalls } from '../serve-calls.ts';
import { OwnError, type TestRequest, type TestSetup } from './test-requests.ts';

const { startFails, closedSignal } = (workerData ?? {}) as TestSetup;
if (startFails !== undefined && Atomics.sub(new Int32Array(startFails), 0, 1) > 0)
  throw new Error('there is no such file');

let echoes = 0;

serveCalls<TestRequest, unknown>(answer, {
  close: () => {
    if (closedSignal !== undefined) Atomics.add(new Int32Array(closedSignal), 0, 1);
  },
});

async function answer(request: TestRequest): Promise<unknown> {
  switch (request.kind) {
    case 'echo':
      echoes++;
      if (request.delayMs !== undefined) await passes(request.delayMs);
      return request.value;
    case 'countEchoes':
      return echoes;
    case 'bytes':
      return new Transferred(request.bytes, [request.bytes.buffer]);
    case 'fail':
      return fail(request.how);
    case 'unclonable':
      return () => 'a function';
    case 'exit':
      return process.exit(request.code);
    case 'throwLater':
      setImmediate(() => {
        throw new Error('thrown in a timer');
      });
      return new Promise(() => undefined);
    case 'rejectUnhandled':
      void Promise.reject(new Error('nothing caught it'));
      return new Promise(() => undefined);
    case 'fillMemory':
      return fillMemory();
    default:
      return request satisfies never;
  }
}

function fail(how: Extract<TestRequest, { kind: 'fail' }>['how']): never {
  switch (how) {
    case 'api':
      throw new ApiError('unknown_item', 'No item «x».', { item_ids: ['x'] }, 409);
    case 'type':
      throw new TypeError('not a number');
    case 'own':
      throw new OwnError('one of ours');
    case 'fields':
      throw Object.assign(new Error('database is locked'), { errcode: 5, code: 'ERR_SQLITE', hidden: {} });
    case 'text':
      throw 'only a text';
    case 'cause':
      throw new Error('outer', { cause: new RangeError('inner') });
    default:
      throw how satisfies never;
  }
}

function fillMemory(): never {
  const held: unknown[] = [];
  for (;;) held.push(Array.from({ length: 10_000 }, () => Math.random()));
}
