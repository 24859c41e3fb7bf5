import type { z } from 'zod';
import { FeedbackBatchRequest, FeedbackBatchSummary } from '../../../contract/deprecated.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const feedbackBatchExample: z.input<typeof FeedbackBatchRequest> = {
  batch_id: '2026-03-01/1',
  items: [
    { user_id: 'ana', candidate_id: 'carlos', action: 'accepted' },
    { user_id: 'ana', candidate_id: 'duarte', action: 'rejected' },
  ],
};

export const postFeedbackBatch = ({ learn, accounts }: Pick<ServerDependencies, 'learn' | 'accounts'>) =>
  operation({
    operationId: 'sendFeedbackBatch',
    sdk: 'earlier.feedbackBatch',
    deprecated: true,
    method: 'POST',
    path: '/v1/feedback/batch',
    scope: 'write',
    tag: 'Earlier',
    summary: 'Say what became of matches, once for a batch',
    description:
      'Use POST /v1/feedback: `user_id` is its `seeker_id`, `action` its `outcome`. `batch_id` does what an `Idempotency-Key` does, for 24 hours.',
    body: FeedbackBatchRequest,
    examples: { 'A like and a refusal': feedbackBatchExample },
    answer: {
      status: 200,
      description: 'The accepted outcomes, and those that wait for training.',
      schema: FeedbackBatchSummary,
    },
    errors: ['domain_not_found'],
    idempotency: 'optional',
    keyInBody: 'batch_id',
    handle: async ({ caller, body }) => {
      const domain = body.domain ?? (await accounts.defaultDomain(caller.tenantId));
      const items = body.items.map(({ user_id, candidate_id, action }) => ({
        seeker_id: user_id,
        candidate_id,
        outcome: action,
        weight: 1,
      }));
      const summary = await learn.feedback(caller.tenantId, { domain, items }, caller.keyId);
      return { batch_id: body.batch_id, ...summary };
    },
  });
