/**
 * The profile vector of a seeker who has rows in other domains only. It is made from the row updated last,
 * stored under the requested domain's head, and shown in that row's `embeddings`. A new serving encoder makes
 * a new one.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { HeadVector, ProfileRow } from '../../storage/profile-row.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { softText } from '../record/effective-view.ts';
import { makeHeads } from './make-heads.ts';

export interface EnsuredHead {
  /** The row that the vector was made from, in its own domain. */
  readonly row: ProfileRow;
  /** null: the row has no text. */
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
  // If the row was written meanwhile, nothing is stored: this call uses its vectors, and the next makes new
  // ones.
  await store.profiles.putLazyHeads(tenant, userId, heads, row.revision);
  return { row, head: heads.find((head) => head.encoderId === serving) ?? null };
}
