/**
 * The OpenAPI document without a store, services or a port, for the committed copy and for generated clients.
 */

import { buildServer } from '../build-server.ts';
import { createLogger } from '../logs/create-logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

/** A service at any depth, each of whose methods fails. */
const noService: object = new Proxy(
  async () => {
    throw new Error('the document is made without services, and nothing is carried out');
  },
  { get: (_, name) => (name === 'then' ? undefined : noService) },
);

export async function interfaceDocument(): Promise<unknown> {
  const given: Partial<ServerDependencies> = {
    secrets: { secret: async () => new Uint8Array(32) },
    settingsInForce: [],
    events: { open: async function* () {}, end: () => {} },
    metrics: createMetrics(undefined, { processFigures: false }),
    readiness: () => ({ ready: false, reason: 'no service' }),
    logger: createLogger('silent'),
    limits: {
      bodyBytes: 1,
      documentBytes: 1,
      linesPerBody: 1,
      inFlight: 1,
      openBodies: 1,
      bodiesPerKey: 1,
      minBytesPerSecond: 1,
      graceMs: 1000,
      answerStallMs: 1000,
      slowRequestMs: 0,
    },
    console: null,
    publicUrl: null,
    clock: () => 0,
  };
  const app = await buildServer(
    new Proxy(given as ServerDependencies, {
      get: (parts, name) => (name in parts ? Reflect.get(parts, name) : noService),
    }),
  );
  const document = app.swagger();
  await app.close();
  return document;
}
