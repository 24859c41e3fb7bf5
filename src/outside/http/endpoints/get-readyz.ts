import { z } from 'zod';
import { retryLater } from '../../../contract/errors.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

const RETRY_AFTER_MS = 1000;

export interface ReadinessParts extends Pick<ServerDependencies, 'readiness'> {
  /** True as soon as the server begins to stop. */
  readonly stopping: () => boolean;
}

export const getReadyz = ({ readiness, stopping }: ReadinessParts) =>
  operation({
    operationId: 'getReadiness',
    sdk: 'service.readiness',
    method: 'GET',
    path: '/readyz',
    scope: 'public',
    tag: 'Operation',
    summary: 'Whether the service can work',
    description:
      "503 while the store does not answer, the candidate indexes in use are opened (COUNTERPART_READY_WAITS bounds that), or the server stops. `encoder`: whose text vectors are compared, whose take their place (null: nobody's), and how much of that is done. Needs no key.",
    answer: {
      status: 200,
      description: 'It can.',
      schema: z.object({
        status: z.literal('ready'),
        encoder: z.object({
          serving: z.string().nullable(),
          target: z.string().nullable(),
          share: z.number(),
        }),
      }),
      example: {
        status: 'ready',
        encoder: { serving: 'counterpart-static@1#0f3b6a2c', target: null, share: 1 },
      },
    },
    errors: ['warming_up', 'overloaded'],
    handle: async () => {
      if (stopping())
        throw retryLater('overloaded', 'The server is stopping; use another one.', RETRY_AFTER_MS);
      const { ready, reason, encoder } = await readiness();
      if (!ready) throw retryLater('warming_up', reason ?? 'The service is starting.', RETRY_AFTER_MS);
      const { serving, target, share } = encoder ?? { serving: null, target: null, share: 1 };
      return { status: 'ready' as const, encoder: { serving, target, share } };
    },
  });
