/** The thread that measures datasets which were imported before there were statistics, one after another. */
import { workerData } from 'node:worker_threads';
import { openArtifactStore } from '../../artifacts/artifact-location.ts';
import { serveOneByOne } from '../../threads/serve-queue.ts';
import { keepStatistics } from './keep-statistics.ts';
import type { StatisticsAnswer, StatisticsRequest, StatisticsSetup } from './statistics-protocol.ts';

const artifacts = openArtifactStore((workerData as StatisticsSetup).artifacts);
const never = new AbortController().signal;

serveOneByOne<StatisticsRequest, StatisticsAnswer>(async ({ dataset }) => {
  await keepStatistics(artifacts, dataset, never);
  return null;
});
