import type { z } from 'zod';
import { Withdrawal, WithdrawRequest } from '../../../contract/withdrawal.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const withdrawExample: z.input<typeof WithdrawRequest> = {
  domain: 'dating',
  seeker_id: 'ana',
  since: '2026-03-01T00:00:00Z',
  dry_run: true,
};

export const postOutcomesWithdraw = ({ learn }: Pick<ServerDependencies, 'learn'>) =>
  operation({
    operationId: 'withdrawOutcomes',
    sdk: 'outcomes.withdraw',
    method: 'POST',
    path: '/v1/outcomes/withdraw',
    scope: 'train',
    tag: 'Learning',
    summary: 'Take outcomes back',
    description:
      'For outcomes that should not have been sent, such as those of a leaked key. A withdrawn outcome never happened: the label that it superseded stands again where it is known, triplets and statistics follow, and a decided candidate can be shown again. A queued or running run of the domain is cancelled, and a new one learns from what is left. What serves stays in force until a run deploys another model. A call takes back at most 20,000 outcomes; repeat it while `remaining` is not 0. A call that was interrupted can be repeated.',
    body: WithdrawRequest,
    examples: { 'Count the outcomes of a seeker since a day': withdrawExample },
    answer: {
      status: 200,
      description: 'The withdrawn outcomes, and the run that follows.',
      schema: Withdrawal,
    },
    errors: ['domain_not_found', 'not_found'],
    idempotency: 'optional',
    handle: async ({ caller, body, requestId }) => ({
      ...(await learn.withdraw(caller.tenantId, body)),
      request_id: requestId,
    }),
  });
