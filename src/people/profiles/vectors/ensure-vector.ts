/**
 * The profile vector of a seeker with rows in other domains only. It is made from the row updated last,
 * stored under the requested domain, and shown in that row's `embeddings`. A new serving encoder makes
 * a new one.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { ProfileRow, ProfileVector } from '../../../platform/storage/profile-row.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { softText } from '../record/effective-view.ts';
import { makeVectors } from './make-vectors.ts';

export interface EnsuredVector {
  /** The row that the vector was made from, in its own domain. */
  readonly row: ProfileRow;
  /** null: the row has no text. */
  readonly profileVector: ProfileVector | null;
}

/** null: the person has no row in any domain. */
export async function ensureVector(
  { store, encoders, domainFor, clock }: ProfileDependencies,
  tenant: TenantId,
  userId: string,
  domain: string,
): Promise<EnsuredVector | null> {
  const [row] = (await store.profiles.listDomains(tenant, userId)).filter((each) => each.domain !== domain);
  if (row === undefined) return null;
  const inForce = await encoders.active();
  const serving = inForce.serving.encoderId;
  const kept = (await store.profiles.vectors(tenant, userId)).find(
    (each) => each.domain === domain && each.sourceDomain === row.domain && each.encoderId === serving,
  );
  if (kept !== undefined) return { row, profileVector: kept };
  const { definition } = await domainFor(tenant, row.domain);
  const { text, from } = softText(definition, row.layers);
  const at = new Date(clock()).toISOString();
  const { vectors } = await makeVectors(inForce, { domain, sourceDomain: row.domain, text, from, at });
  // If the row was written meanwhile, nothing is stored: this call uses its vectors, and the next makes new
  // ones.
  await store.profiles.putLazyVectors(tenant, userId, vectors, row.revision);
  return { row, profileVector: vectors.find((each) => each.encoderId === serving) ?? null };
}
