/** People whose stored parts all follow from their id, so that a reader can detect a half-written one. */
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
