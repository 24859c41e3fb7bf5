/**
 * A seeker who has a row in another domain only: the asked domain's head is made from that row (the one updated
 * last), kept, and shown in that row's `embeddings`. Made once; made again when another encoder serves.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { HeadVector, ProfileRow } from '../../storage/profile-row.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { softText } from '../record/effective-view.ts';
import { makeHeads } from './make-heads.ts';

export interface EnsuredHead {
  /** The row that the head was made from, in its own domain. */
  readonly row: ProfileRow;
  /** null where the row has no text. */
  readonly head: HeadVector | null;
}

/** null: the person has no row in any domain. */
export async function ensureHead(
  { store, encoders, domainFor, clock }: ProfileDependencies,
  tenant: TenantId,
  userId: string,
  domain: string,
): Promise<EnsuredHead | null> {
  const [row] = (await store.profiles.listDomains(tenant, userId)).filter((each) => each.domain !== domain);
  if (row === undefined) return null;
  const inForce = await encoders.active();
  const serving = inForce.serving.encoderId;
  const kept = (await store.profiles.heads(tenant, userId)).find(
    (head) => head.head === domain && head.sourceDomain === row.domain && head.encoderId === serving,
  );
  if (kept !== undefined) return { row, head: kept };
  const { definition } = await domainFor(tenant, row.domain);
  const { text, from } = softText(definition, row.layers);
  const at = new Date(clock()).toISOString();
  const { heads } = await makeHeads(inForce, { head: domain, sourceDomain: row.domain, text, from, at });
  // Where the row was written meanwhile, these stay what they are for this call, and the next one makes its own.
  await store.profiles.putLazyHeads(tenant, userId, heads, row.revision);
  return { row, head: heads.find((head) => head.encoderId === serving) ?? null };
}
