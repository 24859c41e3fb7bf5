import { expect, test } from 'vitest';
import { MatchRequest } from '../../../contract/match.ts';
import { sampleExperiment } from '../testing/sample-experiment.ts';
import { createRequestSampler } from './sample-requests.ts';

test('requests that choose how they rank, or how much they explore, are not replayed', async () => {
  const queued: string[] = [];
  const usual = sampleExperiment();
  const experiment = sampleExperiment({ settings: { ...usual.settings, design: 'shadow', share: 1 } });
  const sample = createRequestSampler({
    running: async () => experiment,
    experiments: { queueShadow: async ({ request }) => queued.push(request.user_id) > 0 },
    secret: new Uint8Array(32),
    clock: () => Date.parse(experiment.createdAt),
    onError: (error) => {
      throw error;
    },
  });
  const own = { weighs: { weights: { age: 0 } }, stages: { stages: {} }, explores: { explore: 0.1 } };
  for (const [user_id, more] of Object.entries({ ...own, usual: {} }))
    sample(experiment.tenantId, MatchRequest.parse({ user_id, domain: 'dating', ...more }));
  await expect.poll(() => queued).toEqual(['usual']);
});
