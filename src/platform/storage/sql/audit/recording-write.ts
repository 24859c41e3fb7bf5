/** Changes that the audit log records are carried out together with their entries. */
import { actingNow } from '../../acting.ts';
import type { RunWrite, WriteArguments } from '../write-operations.ts';
import { isAudited } from './audited-changes.ts';

export function recordingWrite(write: RunWrite): RunWrite {
  const record = (name: string, args: readonly unknown[]) =>
    write('recorded', ...([actingNow(), { name, args }] as unknown as WriteArguments<'recorded'>));
  return ((name, ...args) => (isAudited(name) ? record(name, args) : write(name, ...args))) as RunWrite;
}
