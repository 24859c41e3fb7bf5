/** Entry file of the worker process of a server. */

import { createLogger } from '../outside/http/logs/create-logger.ts';
import type { Settings } from '../platform/config/settings.ts';
import { serveWorker } from '../platform/jobs/process/serve-worker.ts';
import { runWorker } from './run-worker.ts';

serveWorker((setup, lines) => {
  const settings = setup as Settings;
  const logger = createLogger(settings.logLevel, { write: (line) => lines.log(line) });
  return runWorker(settings, logger, lines.ended);
});
