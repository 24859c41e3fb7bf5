/**
 * Leaves out people who were erased while their batch ran. Their line is removed, or says so where the caller
 * numbered it. The matches that name them are removed, too.
 */
import type { BatchCheckpoint } from '../../../behaviour/batches/batch-checkpoint.ts';
import type { Revision } from '../../../behaviour/batches/run-batch.ts';

interface Line {
  readonly row?: number;
  readonly user_id?: string;
  readonly matches?: readonly { readonly user_id: string }[];
  readonly not_candidates?: readonly { readonly user_id: string }[];
  readonly error?: object;
}

const wasErased = { code: 'user_not_found', message: 'The user was erased while the batch ran.' };

export function leaveOutErased(
  erased: readonly string[],
  { people, failed }: BatchCheckpoint,
): Omit<Revision, 'changes'> {
  const gone = new Set(erased);
  const names = erased.map((userId) => JSON.stringify(userId));
  const counts = { people, failed };
  const without = <Named extends { readonly user_id: string }>(named: readonly Named[]) =>
    named.filter(({ user_id }) => !gone.has(user_id));
  return {
    counts: () => counts,
    revise(line) {
      if (!names.some((name) => line.includes(name))) return line;
      const { row, user_id, matches, not_candidates, error, ...others } = JSON.parse(line) as Line;
      if (user_id === undefined || !gone.has(user_id))
        return JSON.stringify({
          ...(row !== undefined && { row }),
          ...(user_id !== undefined && { user_id }),
          ...(matches && { matches: without(matches) }),
          ...(not_candidates && { not_candidates: without(not_candidates) }),
          ...others,
          ...(error && { error }),
        });
      if (row === undefined) {
        counts.people--;
        if (error !== undefined) counts.failed--;
        return null;
      }
      if (error === undefined) counts.failed++;
      return JSON.stringify({ row, error: wasErased });
    },
  };
}
