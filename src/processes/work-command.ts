/** `counterpart work`: runs the jobs of a data folder without serving requests, until it is stopped. */

import { stopGracefully } from '../outside/http/graceful-stop.ts';
import { createLogger } from '../outside/http/logs/create-logger.ts';
import type { Settings } from '../platform/config/settings.ts';
import { runWorker } from './run-worker.ts';

const SECOND_MS = 1000;

export async function runWorkCommand(settings: Settings): Promise<void> {
  const logger = createLogger(settings.logLevel);
  const worker = await runWorker(settings, logger, () => {});
  stopGracefully({
    server: { close: () => worker.stop() },
    closers: [],
    timeoutMs: settings.stopTimeoutSeconds * SECOND_MS,
    logger,
  });
  logger.info({ data: settings.data }, 'working');
}
