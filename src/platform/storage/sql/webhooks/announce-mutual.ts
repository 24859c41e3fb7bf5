/**
 * Announces pairs of people who have decided for each other, in the transaction of the later decision. A pair
 * is announced when it becomes mutual, and again only after one of the two had decided otherwise.
 */
import type { Kysely } from 'kysely';
import type { FeedbackBatch, FeedbackRecord } from '../../learning-store.ts';
import { currentOutcome } from '../learning/triplet-maker.ts';
import type { Tables } from '../tables.generated.ts';
import { announce, takersOf } from './announce.ts';

/** `standing`: the label that the outcome replaces; null: it is the first of the pair. */
export type AnnounceMutual = (item: FeedbackRecord, standing: string | null) => Promise<void>;

export async function mutualAnnouncer(db: Kysely<Tables>, batch: FeedbackBatch): Promise<AnnounceMutual> {
  const { tenantId, domain, at, polarities } = batch;
  const isPositive = (label: string | null | undefined) => (polarities[label ?? ''] ?? 0) > 0;
  const isTaken = (await takersOf(db, tenantId, 'match.mutual')).length > 0;
  return async ({ seekerId, candidateId, label }, standing) => {
    if (!isTaken || !isPositive(label) || isPositive(standing)) return;
    const other = (await currentOutcome(db, batch, candidateId, seekerId))?.label;
    if (!isPositive(other)) return;
    const decided = [
      { user_id: seekerId, label },
      { user_id: candidateId, label: other },
    ];
    await announce(db, {
      ...{ tenantId, type: 'match.mutual', at, domain },
      people: [seekerId, candidateId],
      data: { domain, people: decided },
    });
  };
}
