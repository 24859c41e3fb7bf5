/** Starts the service and keeps it running until a signal stops it. */
import type { AddressInfo } from 'node:net';
import { composeService, type Service } from '../composition/compose-service.ts';
import { stopGracefully } from '../outside/http/graceful-stop.ts';
import { createLogger } from '../outside/http/logs/create-logger.ts';
import { settingsWarnings } from '../platform/config/describe-settings.ts';
import { reachableAddress } from '../platform/config/reachable-address.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { SettingSources } from '../platform/config/settings-in-force.ts';

export interface Serving extends Service {
  /** Its address: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Stops in order and ends the process. */
  stop(): Promise<void>;
}

const SECOND_MS = 1000;

/**
 * Listens when this resolves. Signals stop the service in order and end the process. `settingSources`: the
 * sources of the settings, for the operator to see.
 */
export async function serve(settings: Settings, settingSources?: SettingSources): Promise<Serving> {
  const logger = createLogger(settings.logLevel);
  const service = await composeService(
    settings,
    logger,
    settingSources === undefined ? {} : { settingSources },
  );
  // Before it listens: from then on it may be stopped.
  const { stop, dispose } = stopGracefully({
    server: { close: () => service.drain().then(() => service.server.close()) },
    closers: [service.close],
    timeoutMs: (settings.stopTimeoutSeconds + settings.stopDelaySeconds) * SECOND_MS,
    logger,
  });
  try {
    await service.server.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    dispose();
    await service.close();
    throw error;
  }
  service.worker.start();
  const { address, port } = service.server.server.address() as AddressInfo;
  const url = reachableAddress(address, port);
  logger.info({ url, data: settings.data }, 'listening');
  for (const warning of settingsWarnings(settings)) logger.warn(warning);
  return { ...service, url, stop };
}

/** Uses any free port if the port of the settings is taken and `insist` is false. */
export async function serveSomewhere(
  settings: Settings,
  insist: boolean,
  sources?: SettingSources,
): Promise<Serving> {
  try {
    return await serve(settings, sources);
  } catch (error) {
    if (insist || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return serve({ ...settings, port: 0 }, sources);
  }
}
