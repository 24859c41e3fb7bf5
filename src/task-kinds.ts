/** A part of the composition root: what the server knows of each kind of job. Their code is loaded by the worker. */
import { adaptationKind } from './behaviour/adaptation/adaptation-kind.ts';
import { exportKind } from './behaviour/datasets/tasks/export-kind.ts';
import { importKind } from './behaviour/datasets/tasks/import-kind.ts';
import { simulationKind } from './behaviour/simulations/simulation-kind.ts';
import { tokenizerExportKind } from './behaviour/tokenizers/tasks/export-kind.ts';
import { tokenizerFitKind } from './behaviour/tokenizers/tasks/fit-kind.ts';
import type { TaskKind } from './jobs/task.ts';
import { trainingKind } from './learn/runs/training-kind.ts';
import { reencodeKind } from './profiles/heads/reencode-kind.ts';

export const taskKinds: readonly TaskKind[] = [
  importKind,
  exportKind,
  tokenizerFitKind,
  tokenizerExportKind,
  reencodeKind,
  trainingKind,
  adaptationKind,
  simulationKind,
];
