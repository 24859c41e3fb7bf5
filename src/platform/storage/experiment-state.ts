/** Where an experiment stands, by its row. */
interface ExperimentRow {
  readonly isRunning: boolean;
  readonly pausedAt: string | null;
}

export function experimentState({ isRunning, pausedAt }: ExperimentRow) {
  if (!isRunning) return 'ended';
  return pausedAt === null ? 'running' : 'paused';
}
