/**
 * Part of the composition root: the kinds of jobs as the server knows them. Only the worker loads their code.
 */

import { exportKind } from '../datasets/tasks/export-kind.ts';
import { importKind } from '../datasets/tasks/import-kind.ts';
import { snapshotKind } from '../datasets/tasks/snapshot-kind.ts';
import type { TaskKind } from '../jobs/task.ts';
import { trainingKind } from '../learn/runs/training-kind.ts';
import { matchBatchKind } from '../match/batches/match-batch-kind.ts';
import { reencodeKind } from '../profiles/vectors/reencode-kind.ts';
import { adaptationKind } from '../sequence-models/adaptation/adaptation-kind.ts';
import { batchKind } from '../sequence-models/batches/batch-kind.ts';
import { modelExportKind } from '../sequence-models/exports/model-export-kind.ts';
import { refitKind } from '../sequence-models/refits/refit-kind.ts';
import { simulationKind } from '../sequence-models/simulations/simulation-kind.ts';
import { tokenizerExportKind } from '../tokenizers/tasks/export-kind.ts';
import { tokenizerFitKind } from '../tokenizers/tasks/fit-kind.ts';

export const taskKinds: readonly TaskKind[] = [
  importKind,
  exportKind,
  snapshotKind,
  tokenizerFitKind,
  tokenizerExportKind,
  reencodeKind,
  trainingKind,
  adaptationKind,
  refitKind,
  modelExportKind,
  batchKind,
  matchBatchKind,
  simulationKind,
];
