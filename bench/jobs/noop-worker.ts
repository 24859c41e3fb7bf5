/**
 * A worker whose only task does nothing. Its argument is the data folder. It answers any message with its
 * processor time in ms.
 */
import { constants, setPriority } from 'node:os';
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';
import { startJobRunner } from '../../src/platform/jobs/job-runner.ts';
import type { Task } from '../../src/platform/jobs/task.ts';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const { store } = await openStoreAndAccounts({ data: process.argv[2]! });
const noop: Task = {
  kind: 'noop',
  concurrency: 64,
  runsIn: 'worker',
  listed: false,
  run: async () => ({ result: {} }),
};
startJobRunner({
  jobs: store.jobs,
  tasks: [noop],
  owner: `bench ${process.pid}`,
  clock: Date.now,
  runInProcess: () => Promise.reject(new Error('nothing here runs in a process')),
  onEnded: () => {},
  onError: (_job, error) => console.error(error),
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!((user + system) / 1000);
});
console.log('working');
