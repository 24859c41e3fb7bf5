/** The OpenAPI document without a store, services or a port, for the committed copy and for generated clients. */

import { listOperations } from '../endpoints/list-operations.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { describeOperations } from './documentation.ts';

/** A service at any depth, each of whose methods fails. */
const noService: object = new Proxy(
  async () => {
    throw new Error('the document is made without services, and nothing is carried out');
  },
  { get: (_, name) => (name === 'then' ? undefined : noService) },
);

type Parts = Parameters<typeof listOperations>[0];

export async function interfaceDocument(): Promise<unknown> {
  const given = {
    settingsInForce: [],
    metrics: createMetrics(undefined, { processFigures: false }),
    limits: { documentBytes: 1 },
  };
  const parts = new Proxy(given as unknown as Parts, {
    get: (known, name) => (name in known ? Reflect.get(known, name) : noService),
  });
  return describeOperations(listOperations(parts), null);
}
