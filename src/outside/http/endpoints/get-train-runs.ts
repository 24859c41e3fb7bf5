import { TrainingRunList, TrainingRunQuery } from '../../../contract/training-run.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export interface TrainRunsParts extends Pick<ServerDependencies, 'learn'> {
  readonly cursors: Sealer;
}

export const getTrainRuns = ({ learn, cursors }: TrainRunsParts) =>
  operation({
    operationId: 'listTrainingRuns',
    sdk: 'training.list',
    method: 'GET',
    path: '/v1/train/runs',
    scope: ['read', 'train'],
    tag: 'Learning',
    summary: 'List training runs',
    description: 'Newest first. With `domain` only of that one; the cursor holds for the same.',
    query: TrainingRunQuery,
    answer: { status: 200, description: 'A page.', schema: TrainingRunList },
    errors: ['domain_not_found'],
    handle: (request) =>
      answerPage(cursors, 'listTrainingRuns', request, (page) =>
        learn.runs(request.caller.tenantId, { ...page, domain: request.query.domain }),
      ),
  });
