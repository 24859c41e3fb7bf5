/**
 * The seeker of a match. A seeker without a row in the requested domain is read from the row of another
 * domain. Fields of the same name and form carry over, and so does the block list. Preferences do not: an age
 * preference in dating says nothing about hiring.
 */

import { personBlocked } from '../../contract/blocked.ts';
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { MatchProfile, ReadProfile } from '../../contract/match.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldValue, FieldValues } from '../../domains/field.ts';
import { noPreferences, type Preferences } from '../../domains/filter.ts';
import type { ProfileRow, ProfileVector } from '../../platform/storage/profile-row.ts';
import { dequantizeVector } from '../../platform/storage/quantized-vector.ts';
import type { Store } from '../../platform/storage/store.ts';
import { type Person, type Point, personOfRow, sentencesOf, unit } from '../ranking/scoring/person.ts';
import { readingOf } from '../ranking/scoring/reading.ts';

/**
 * Makes and stores the profile vector of the requested domain for a user with a row in another domain only.
 * null: the user has no row at all. The profile service implements it.
 */
export type EnsureVector = (
  tenant: TenantId,
  userId: string,
  domain: string,
) => Promise<{ readonly row: ProfileRow; readonly profileVector: ProfileVector | null } | null>;

/**
 * Reads the profile of a seeker that is not stored, and stores nothing. Throws as an upsert does. The profile
 * service implements it.
 */
export type ReadSeeker = (
  tenant: TenantId,
  domain: string,
  profile: MatchProfile,
  options?: { readonly explained?: boolean },
) => Promise<UnstoredSeeker>;

export interface Seeker {
  /** `NOT_STORED` for a seeker given as a profile. */
  readonly userId: string;
  readonly person: Person;
  /** The values of the domain's hard and derived fields, without the absent ones. */
  readonly values: FieldValues;
  readonly places: Readonly<Record<string, Point>>;
  readonly preferences: Preferences;
  /** The value of the domain's side field; null in one-sided domains, or if the value is unknown. */
  readonly side: string | null;
  /** Profile vector [D] of unit norm; null: no text, or no vector of the serving encoder. */
  readonly vector: Float32Array | null;
  /** The domain of the row that was read, if it is not the requested one. */
  readonly readFrom: string | null;
}

/** The seeker as stored. */
export interface StoredSeeker {
  readonly row: ProfileRow;
  /** The requested domain's profile vectors, one an encoder. */
  readonly vectors: readonly ProfileVector[];
}

/** A seeker in the form of a stored one, with the reading of its profile for the answer. */
interface UnstoredSeeker extends StoredSeeker {
  readonly read: ReadProfile;
}

/** Throws 404 `user_not_found` for a user without a row in any domain. */
export async function findSeeker(
  deps: { readonly store: Store; readonly ensureVector: EnsureVector },
  tenant: TenantId,
  definition: DomainDefinition,
  userId: string,
): Promise<StoredSeeker> {
  const { domain } = definition;
  const row = await deps.store.profiles.get(tenant, domain, userId);
  if (row !== null) {
    const vectors = await deps.store.profiles.vectors(tenant, userId);
    return { row, vectors: vectors.filter((each) => each.domain === domain) };
  }
  const elsewhere = await deps.ensureVector(tenant, userId, domain);
  if (elsewhere === null) {
    if ((await deps.store.blocks.among(tenant, [userId])).has(userId)) throw personBlocked(userId);
    throw apiError(
      'user_not_found',
      `user_id «${userId}» has no profile in ${domain} nor in any other domain; create it with POST /v1/users first`,
      { user_id: userId, domain },
    );
  }
  return { row: elsewhere.row, vectors: elsewhere.profileVector === null ? [] : [elsewhere.profileVector] };
}

/** `encoder`: id of the encoder whose vectors are compared. */
export function seekerOf(
  definition: DomainDefinition,
  { row, vectors }: StoredSeeker,
  encoder: string,
): Seeker {
  const isForeign = row.domain !== definition.domain;
  const profileVector = vectors.find(({ encoderId }) => encoderId === encoder) ?? null;
  const sentences = sentencesOf(profileVector, encoder);
  const person = personOfRow(definition, row, sentences, readingOf(definition, row));
  const { effective } = row.preferences;
  const side = definition.sides === undefined ? undefined : person.value(definition.sides.field);
  const vector = profileVector === null ? null : unit(dequantizeVector(profileVector.vector));
  return {
    userId: row.userId,
    person,
    values: present(definition, (name) => person.value(name)),
    places: present(definition, (name) => person.place(name)),
    preferences: isForeign ? { ...noPreferences, excludeUserIds: effective.excludeUserIds } : effective,
    side: typeof side === 'string' ? side : null,
    vector: vector?.some((value) => value !== 0) ? vector : null,
    readFrom: isForeign ? row.domain : null,
  };
}

function present<T extends FieldValue | Point>(
  definition: DomainDefinition,
  read: (name: string) => T | undefined,
): Readonly<Record<string, T>> {
  const found = definition.fields.flatMap(({ name }) => {
    const value = read(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}
