/**
 * Part of the composition root: the kinds of jobs as the server knows them. Only the worker loads their code.
 */

import { exportKind } from '../behaviour/datasets/tasks/export-kind.ts';
import { importKind } from '../behaviour/datasets/tasks/import-kind.ts';
import { snapshotKind } from '../behaviour/datasets/tasks/snapshot-kind.ts';
import { adaptationKind } from '../behaviour/sequence-models/adaptation/adaptation-kind.ts';
import { batchKind } from '../behaviour/sequence-models/batches/batch-kind.ts';
import { modelExportKind } from '../behaviour/sequence-models/exports/model-export-kind.ts';
import { refitKind } from '../behaviour/sequence-models/refits/refit-kind.ts';
import { segmentsKind } from '../behaviour/sequence-models/segments/segments-kind.ts';
import { simulationKind } from '../behaviour/sequence-models/simulations/simulation-kind.ts';
import { tokenizerExportKind } from '../behaviour/tokenizers/tasks/export-kind.ts';
import { tokenizerFitKind } from '../behaviour/tokenizers/tasks/fit-kind.ts';
import { trainingKind } from '../matching/learn/runs/training-kind.ts';
import { matchBatchKind } from '../matching/match/batches/match-batch-kind.ts';
import { deliveryKind } from '../outside/webhooks/delivery-kind.ts';
import { fullReadingKind } from '../people/profiles/full-reading/full-reading-kind.ts';
import { reencodeKind } from '../people/profiles/vectors/reencode-kind.ts';
import type { TaskKind } from '../platform/jobs/task.ts';

export const taskKinds: readonly TaskKind[] = [
  importKind,
  exportKind,
  snapshotKind,
  tokenizerFitKind,
  tokenizerExportKind,
  fullReadingKind,
  reencodeKind,
  trainingKind,
  adaptationKind,
  refitKind,
  modelExportKind,
  batchKind,
  segmentsKind,
  matchBatchKind,
  simulationKind,
  deliveryKind,
];
