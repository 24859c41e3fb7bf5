/** Part of the composition root: files of jobs that erasures have to reach. */

import { type ErasedFilesParts, eraseFromFiles } from '../behaviour/batches/erase-from-files.ts';
import { batchKind } from '../behaviour/sequence-models/batches/batch-kind.ts';
import { peopleColumns as columnsOfPredictions } from '../behaviour/sequence-models/batches/prediction-table.ts';
import { peopleColumns as columnsOfSegments } from '../behaviour/sequence-models/segments/segment-table.ts';
import { segmentsKind } from '../behaviour/sequence-models/segments/segments-kind.ts';
import { matchBatchKind } from '../matching/match/batches/match-batch-kind.ts';
import { peopleColumns as columnsOfMatches } from '../matching/match/batches/match-table.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Schedule } from '../platform/jobs/schedule.ts';
import type { Store } from '../platform/storage/store.ts';

interface ErasedFilesRooms {
  readonly store: Pick<Store, 'fileErasures' | 'jobs' | 'datasets'>;
  readonly artifacts: ArtifactStore;
}

const EVERY_MS = 30_000;

export function erasedFilesParts({ store, artifacts }: ErasedFilesRooms): ErasedFilesParts {
  return {
    ...{ files: store.fileErasures, jobs: store.jobs, datasets: store.datasets, artifacts },
    peopleColumns: {
      [matchBatchKind.kind]: columnsOfMatches,
      [batchKind.kind]: columnsOfPredictions,
      [segmentsKind.kind]: columnsOfSegments,
    },
  };
}

export function erasedFilesSchedule(rooms: ErasedFilesRooms): Schedule {
  return {
    kind: 'erase_from_files',
    everyMs: EVERY_MS,
    run: ({ signal }) => eraseFromFiles(erasedFilesParts(rooms), signal),
  };
}
