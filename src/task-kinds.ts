/** A part of the composition root: what the server knows of each kind of job. Their code is loaded by the worker. */
import type { TaskKind } from './jobs/task.ts';

export const taskKinds: readonly TaskKind[] = [];
