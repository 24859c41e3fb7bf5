/** Part of the composition root: the intake that reads texts in full behind an import. */
import type { FullReader } from '../people/profiles/full-reading/full-reading-task.ts';
import type { TaskParts } from './open-task-parts.ts';

export async function openFullReader({
  settings,
  store,
  accounts,
  onNotice,
}: TaskParts): Promise<FullReader> {
  const { openIntake } = await import('./open-intake.ts');
  const events = { mayBeginSwitch: false, onNotice };
  return openIntake(settings, events, { readsMany: true, over: { store, accounts } });
}
