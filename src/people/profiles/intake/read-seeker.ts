/**
 * Reads the profile of a seeker that is not stored: an upsert without a row before it and without the write.
 * Nothing is stored, and the row has an id that no stored one can have.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { type MatchProfile, NOT_STORED, type ReadProfile } from '../../../contract/match.ts';
import type { ProfileRow, ProfileVector } from '../../../platform/storage/profile-row.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { lostOfTexts } from '../record/lost-of-texts.ts';
import { userRecord } from '../record/user-record.ts';
import { refuseUnknownFields } from '../record/validate-fields.ts';
import { applyUpsert } from './apply-upsert.ts';
import { type PreparedUpsert, prepareUpsert } from './prepare-upsert.ts';

export interface ReadSeeker {
  readonly row: ProfileRow;
  /** One an encoder in use. */
  readonly vectors: readonly ProfileVector[];
  readonly read: ReadProfile;
}

export interface ReadSeekerOptions {
  /** Whether the readings that lost are wanted too. */
  readonly explained?: boolean;
}

const nothingStored = { row: null, vectors: [], knownTexts: new Map<string, string>(), toRead: null };

/**
 * Throws as an upsert does, and 422 `invalid_field_value` for a key of no field: there are no `extras` to
 * keep it in.
 */
export async function readSeeker(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  domain: string,
  profile: MatchProfile,
  { explained = false }: ReadSeekerOptions = {},
): Promise<ReadSeeker> {
  const { definition } = await dependencies.domainFor(tenant, domain);
  refuseUnknownFields(definition, profile.fields ?? {});
  const prepared = await prepareUpsert(dependencies, tenant, {
    ...{ user_id: NOT_STORED, domain, explained, ...profile },
  });
  const { row, vectors } = await applyUpsert(dependencies, tenant, prepared, nothingStored);
  return { row, vectors, read: readProfile(prepared, row) };
}

function readProfile({ definition, texts, warnings: noted }: PreparedUpsert, row: ProfileRow): ReadProfile {
  const explained =
    texts?.flatMap(({ extraction: { lost } }) => (lost === undefined ? [] : [{ lost }])) ?? [];
  const { schema_version, fields, derived, preferences, places, missing_required, provenance, warnings } =
    userRecord(definition, row, [], { warnings: noted });
  return {
    ...{ schema_version, fields, derived, preferences, places, missing_required },
    provenance: {
      fields: withoutContext(provenance.fields),
      derived: withoutContext(provenance.derived),
      preferences: withoutContext(provenance.preferences),
    },
    ...(explained.length > 0 && { lost: lostOfTexts(explained, row) }),
    ...(warnings !== undefined && { warnings }),
  };
}

/** There is no stored text that an id could name. */
function withoutContext(
  provenance: ReadProfile['provenance']['fields'],
): ReadProfile['provenance']['fields'] {
  return Object.fromEntries(
    Object.entries(provenance).map(([name, { context_id: _, ...entry }]) => [name, entry]),
  );
}
