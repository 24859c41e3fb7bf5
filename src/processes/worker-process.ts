/** Entry file of the worker process of a server. */
import type { Settings } from '../config/settings.ts';
import { createLogger } from '../http/create-logger.ts';
import { serveWorker } from '../jobs/process/serve-worker.ts';
import { work } from './run-worker.ts';

serveWorker((setup, lines) => {
  const settings = setup as Settings;
  const logger = createLogger(settings.logLevel, { write: (line) => lines.log(line) });
  return work(settings, logger, lines.ended);
});
