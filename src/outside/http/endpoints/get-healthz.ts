import { z } from 'zod';
import { operation } from '../operation.ts';

export const getHealthz = () =>
  operation({
    operationId: 'getHealth',
    sdk: 'service.health',
    method: 'GET',
    path: '/healthz',
    scope: 'public',
    tag: 'Operation',
    summary: 'Whether the process lives',
    description: 'Always 200 while the process answers at all. Needs no key.',
    answer: {
      status: 200,
      description: 'It lives.',
      schema: z.object({ status: z.literal('ok') }),
      example: { status: 'ok' },
    },
    errors: [],
    handle: async () => ({ status: 'ok' as const }),
  });
