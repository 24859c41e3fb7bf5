/** People whose every stored part follows from their id, so that a reader can tell a whole one from a torn one. */
import type { ProfileWrite } from '../profile-row.ts';
import { sampleContextItem, sampleVector, sampleWrite } from './sample-profiles.ts';

export function durableWrites(batchId: string, size: number): readonly ProfileWrite[] {
  return Array.from({ length: size }, (_, n) => durableWrite(`${batchId}-${n}`));
}

export function durableWrite(userId: string): ProfileWrite {
  const content = `I am ${userId}. ${'Long enough to span pages. '.repeat(60)}`;
  return sampleWrite(
    userId,
    { fields: { values_text: content } },
    { contextItems: [sampleContextItem(`ctx_${userId}`, { content })], vectors: [sampleVector('dating')] },
  );
}
