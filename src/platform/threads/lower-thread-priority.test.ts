import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** The niceness of the main thread, and of a worker thread that lowered its own. */
const program = `
  const { readlinkSync } = require('node:fs');
  const { getPriority } = require('node:os');
  const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');
  const { program, module } = workerData ?? { program: process.argv[1], module: process.argv[2] };
  const niceness = () => getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
  if (isMainThread) {
    new Worker(program, { eval: true, workerData: { program, module } }).on('message', (ofWorker) =>
      console.log(JSON.stringify([niceness(), ofWorker])),
    );
  } else {
    import(module).then(({ lowerThreadPriority }) => {
      lowerThreadPriority(7);
      parentPort.postMessage(niceness());
    });
  }
`;

it.runIf(process.platform === 'linux')('lowers the calling thread and no other', () => {
  const module = new URL('./lower-thread-priority.ts', import.meta.url).href;
  const args = ['--input-type=commonjs', '-e', 'eval(process.argv[1])', program, module];
  const [main, worker]: readonly number[] = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', env: {} }).toString(),
  );
  expect(worker).toBe(7);
  expect(main).toBeLessThan(7);
});
