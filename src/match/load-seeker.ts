/**
 * The seeker of a match. Who has no row in the asked domain but one in another is read from that row: fields of the
 * same name and form carry over, and so does the block list; what the person demands of counterparts elsewhere
 * (an age in dating) is no demand here (in hiring).
 */
import type { TenantId } from '../contract/brands.ts';
import { apiError } from '../contract/errors.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { FieldValue, FieldValues } from '../domains/field.ts';
import { noPreferences, type Preferences } from '../domains/filter.ts';
import { type Person, type Point, personOfRow, sentencesOf, unit } from '../ranking/scoring/person.ts';
import type { HeadVector, ProfileRow } from '../storage/profile-row.ts';
import { dequantizeVector } from '../storage/quantized-vector.ts';
import type { Store } from '../storage/store.ts';

/**
 * Makes and keeps the asked domain's head for somebody who has a row in another domain only; null where the person
 * has no row at all. The profiles service does it.
 */
export type EnsureHead = (
  tenant: TenantId,
  userId: string,
  domain: string,
) => Promise<{ readonly row: ProfileRow; readonly head: HeadVector | null } | null>;

export interface Seeker {
  readonly userId: string;
  readonly person: Person;
  /** Of the domain's hard and derived fields, those that the person has. */
  readonly values: FieldValues;
  readonly places: Readonly<Record<string, Point>>;
  readonly preferences: Preferences;
  /** The value of the domain's side field; null in one-sided domains and where it is not known. */
  readonly side: string | null;
  /** Unit norm; null: no text, or no vector of the encoder whose vectors are compared. */
  readonly vector: Float32Array | null;
  /** The domain of the row that was read, when it is another than the asked one. */
  readonly readFrom: string | null;
}

/** What is stored of the seeker. */
export interface StoredSeeker {
  readonly row: ProfileRow;
  /** The asked domain's, one an encoder. */
  readonly heads: readonly HeadVector[];
}

/** Throws 404 `user_not_found` for somebody without a row in any domain. */
export async function findSeeker(
  deps: { readonly store: Store; readonly ensureHead: EnsureHead },
  tenant: TenantId,
  definition: DomainDefinition,
  userId: string,
): Promise<StoredSeeker> {
  const { domain } = definition;
  const row = await deps.store.profiles.get(tenant, domain, userId);
  if (row !== null) {
    const heads = await deps.store.profiles.heads(tenant, userId);
    return { row, heads: heads.filter(({ head }) => head === domain) };
  }
  const elsewhere = await deps.ensureHead(tenant, userId, domain);
  if (elsewhere === null) {
    throw apiError(
      'user_not_found',
      `user_id «${userId}» has no profile in ${domain} nor in any other domain; create it with POST /v1/users first`,
      { user_id: userId, domain },
    );
  }
  return { row: elsewhere.row, heads: elsewhere.head === null ? [] : [elsewhere.head] };
}

/** `encoder`: whose vectors are compared. */
export function seekerOf(
  definition: DomainDefinition,
  { row, heads }: StoredSeeker,
  encoder: string,
): Seeker {
  const isForeign = row.domain !== definition.domain;
  const head = heads.find(({ encoderId }) => encoderId === encoder) ?? null;
  const person = personOfRow(definition, row, sentencesOf(head, encoder));
  const { effective } = row.preferences;
  const side = definition.sides === undefined ? undefined : person.value(definition.sides.field);
  const vector = head === null ? null : unit(dequantizeVector(head.vector));
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
