/** Part of the composition root: what connectors write with. */
import { keepIdIndexes } from '../behaviour/datasets/ids/keep-id-index.ts';
import { createIdIndexes } from '../behaviour/datasets/ids/read-id-index.ts';
import { createLearnService } from '../matching/learn/create-learn-service.ts';
import type { OpenIngest } from '../outside/cli/cli-actions.ts';
import type { Settings } from '../platform/config/settings.ts';
import { openS3Bucket } from '../platform/outbound/s3/s3-bucket.ts';
import { bucketAccess, openArtifacts } from './open-artifacts.ts';
import { openDatasetAppends } from './open-datasets.ts';
import { openIntake } from './open-intake.ts';

export async function openIngest(
  settings: Settings,
  onNotice: (notice: string) => void,
): Promise<OpenIngest> {
  const artifacts = openArtifacts(settings);
  const datasetIds = createIdIndexes(artifacts);
  const intake = await openIntake(
    settings,
    { mayBeginSwitch: false, onNotice },
    { readsMany: true, datasetIds },
  );
  const { store, accounts, profiles } = intake;
  const clock = Date.now;
  const wake = () => store.jobSignals?.notify();
  const closing = new AbortController();
  const keepIds = (dataset: Parameters<typeof keepIdIndexes>[1]) =>
    keepIdIndexes(artifacts, dataset, closing.signal);
  return {
    ...{ store, accounts, profiles },
    learn: createLearnService({
      ...{ learning: store.learning, blocks: store.blocks, jobs: store.jobs, keys: store.accounts },
      ...{ domainFor: accounts.domainFor, wake, clock },
    }),
    appends: openDatasetAppends({ store, clock }, datasetIds, keepIds, wake),
    openBucket: (bucket) => {
      const access = bucketAccess(settings);
      if (access !== null) return openS3Bucket({ bucket, access });
      throw new Error(
        `There are no credentials for s3://${bucket}; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      );
    },
    close: async () => {
      closing.abort();
      await intake.close();
    },
  };
}
