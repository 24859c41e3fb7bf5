import type { z } from 'zod';
import { FeedbackRequest, FeedbackSummary } from '../../../contract/feedback.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const feedbackExample: z.input<typeof FeedbackRequest> = {
  domain: 'dating',
  items: [
    { seeker_id: 'ana', candidate_id: 'bruno', outcome: 'accepted' },
    { seeker_id: 'ana', candidate_id: 'emil', outcome: 'rejected', weight: 0.5 },
  ],
};

export const postFeedback = ({ learn }: Pick<ServerDependencies, 'learn'>) =>
  operation({
    operationId: 'sendFeedback',
    sdk: 'feedback.send',
    method: 'POST',
    path: '/v1/feedback',
    scope: 'write',
    tag: 'Learning',
    summary: 'Say what became of matches',
    description:
      'Outcomes of earlier matches: `accepted`, `rejected`, `converted`, `expired`, or a label of your own. Each item is validated on its own; `errors` lists the items that were left out, with the reason. A repeated label for the same pair replaces weight and time; a different label supersedes the earlier one. `shown` confirms which answers of /match the seeker has really seen, all of an answer or some of its users: seen matches without a decision are evidence for training. Outcomes become triplets (seeker, positive, negative); enough triplets start a training run automatically.',
    body: FeedbackRequest,
    examples: {
      'A like and a refusal': feedbackExample,
      'With what was seen': {
        domain: 'dating',
        items: [{ seeker_id: 'ana', candidate_id: 'bruno', outcome: 'accepted' }],
        shown: [{ match_id: 'match_01k9q3c5e7g9j1m3p5r7t9v1x3', user_ids: ['bruno', 'emil'] }],
      },
    },
    answer: {
      status: 200,
      description: 'The accepted outcomes, and those that wait for training.',
      schema: FeedbackSummary,
    },
    errors: ['domain_not_found'],
    idempotency: 'optional',
    handle: ({ caller, body }) => learn.feedback(caller.tenantId, body, caller.keyId),
  });
