/**
 * The thread that reads whole datasets, one after another. It measures datasets that were imported before
 * there were statistics. It indexes the ids of datasets to which rows are appended.
 */
import { workerData } from 'node:worker_threads';
import { openArtifactStore } from '../../../platform/artifacts/artifact-location.ts';
import { serveOneByOne } from '../../../platform/threads/serve-queue.ts';
import { keepIdIndexes } from '../ids/keep-id-index.ts';
import { keepStatistics } from './keep-statistics.ts';
import type { StatisticsAnswer, StatisticsRequest, StatisticsSetup } from './statistics-protocol.ts';

const artifacts = openArtifactStore((workerData as StatisticsSetup).artifacts);
const never = new AbortController().signal;

serveOneByOne<StatisticsRequest, StatisticsAnswer>(async ({ dataset, make }) => {
  if (make === 'ids') await keepIdIndexes(artifacts, dataset, never);
  else await keepStatistics(artifacts, dataset, never);
  return null;
});
