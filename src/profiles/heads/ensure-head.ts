/**
 * A seeker who has a row in another domain only: the asked domain's head is made from that row (the one updated
 * last), kept, and shown in that row's `embeddings`. Made once; made again when the encoder has changed.
 */
import type { TenantId } from '../../contract/brands.ts';
import { encoderId } from '../../encoders/text-encoder.ts';
import type { HeadVector, ProfileRow } from '../../storage/profile-row.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { softText } from '../record/effective-view.ts';
import { makeHead } from './make-head.ts';

export interface EnsuredHead {
  /** The row that the head was made from, in its own domain. */
  readonly row: ProfileRow;
  /** null where the row has no text. */
  readonly head: HeadVector | null;
}

/** null: the person has no row in any domain. */
export async function ensureHead(
  { store, encoder, domainFor, clock }: ProfileDependencies,
  tenant: TenantId,
  userId: string,
  domain: string,
): Promise<EnsuredHead | null> {
  const [row] = (await store.profiles.listDomains(tenant, userId)).filter((each) => each.domain !== domain);
  if (row === undefined) return null;
  const kept = (await store.profiles.heads(tenant, userId)).find((head) => head.head === domain);
  if (kept?.sourceDomain === row.domain && kept.encoderId === encoderId(encoder.identity))
    return { row, head: kept };
  const { definition } = await domainFor(tenant, row.domain);
  const { text, from } = softText(definition, row.layers);
  const at = new Date(clock()).toISOString();
  const head = await makeHead(encoder, { head: domain, sourceDomain: row.domain, text, from, at });
  if (head !== null) await store.profiles.putHead(tenant, userId, head);
  return { row, head };
}
