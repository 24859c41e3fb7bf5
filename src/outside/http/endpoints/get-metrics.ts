import { z } from 'zod';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getMetrics = ({ metrics }: Pick<ServerDependencies, 'metrics'>) =>
  operation({
    operationId: 'getMetrics',
    sdk: 'service.metrics',
    method: 'GET',
    path: '/metrics',
    scope: 'public',
    tag: 'Operation',
    summary: 'Figures for Prometheus',
    description:
      'Request and stage latencies, pool sizes, index rows and bytes, and figures of the process. Needs no key and names workspaces by id: a proxy in front of the service should keep it inside.',
    answer: {
      status: 200,
      description: 'Prometheus text format.',
      schema: z.string(),
      contentType: metrics.contentType,
    },
    errors: [],
    handle: () => metrics.render(),
  });
