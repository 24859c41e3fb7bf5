/**
 * A service on a port of this process that does its jobs in this thread, for tests of its answers.
 * `counterpart serve` (`test/running-service.ts`) takes four seconds of processor time to start, and two more
 * for the process of each job.
 */

import { join } from 'node:path';
import { composeService } from '../../../src/composition/compose-service.ts';
import { createLogger } from '../../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../../src/platform/config/read-settings.ts';
import { writeMigratedDatabase } from '../../../src/platform/storage/testing/migrated-database.ts';
import { startJobsHere } from './composed-service.ts';

export interface ServiceHere {
  readonly url: string;
  /** Its log so far. */
  output(): string;
  stop(): Promise<unknown>;
}

export async function startServiceHere(data: string, args: readonly string[] = []): Promise<ServiceHere> {
  const settings = readSettings({}, ['--data', data, ...args]);
  let output = '';
  const write = (line: string) => {
    output += line;
  };
  await writeMigratedDatabase(join(data, 'counterpart.sqlite'));
  const service = await composeService(settings, createLogger('info', { write }));
  const url = await service.server.listen({ host: '127.0.0.1', port: 0 });
  while (!(await fetch(`${url}/readyz`)).ok) await new Promise((resolve) => setTimeout(resolve, 50));
  const stopJobs = await startJobsHere(settings);
  return {
    url,
    output: () => output,
    stop: async () => {
      await stopJobs();
      await service.close();
    },
  };
}
