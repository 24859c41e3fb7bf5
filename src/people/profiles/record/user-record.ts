/** A stored row in wire form. */
import type { UserRecord } from '../../../contract/user.ts';
import type { Warning } from '../../../contract/warning.ts';
import { type DomainDefinition, fieldNamed } from '../../../domains/definition.ts';
import type { LayeredValue, ProfileRow, ProfileVector } from '../../../platform/storage/profile-row.ts';
import { overridden, winning } from './effective-view.ts';
import { shownPreferences } from './next-row.ts';
import { placeWarnings } from './place-warnings.ts';
import { wireProvenance as wire } from './stored-record.ts';

export interface RecordNotes {
  /** Whether the overridden values are shown as well. */
  readonly alternatives?: boolean;
  readonly warnings?: readonly Warning[];
  readonly lost?: UserRecord['lost'] | undefined;
}

/**
 * `definition`: null for a domain that the tenant no longer has. `vectors`: the profile vectors made from
 * this row, under its own domain and, lazily, under others.
 */
export function userRecord(
  definition: DomainDefinition | null,
  row: ProfileRow,
  vectors: readonly ProfileVector[],
  notes: RecordNotes = {},
): UserRecord {
  const warnings = [...(notes.warnings ?? []), ...placeWarnings(definition, row)];
  return {
    user_id: row.userId,
    domain: row.domain,
    schema_version: row.schemaVersion,
    fields: { ...row.fields },
    derived: { ...row.derived },
    extras: row.extras,
    embeddings: Object.fromEntries(vectors.map((each) => [each.domain, embedding(each)])),
    preferences: { ...shownPreferences(row.preferences) },
    places: Object.fromEntries(
      Object.entries(row.places).map(([field, { name, country, lat, lon, radiusKm }]) => [
        field,
        { name, country, lat, lon, ...(radiusKm !== undefined && { radius_km: radiusKm }) },
      ]),
    ),
    missing_required: [...row.missingRequired],
    provenance: {
      fields: provenanceOf(definition, row, false),
      derived: provenanceOf(definition, row, true),
      embeddings: Object.fromEntries(vectors.map((each) => [each.domain, embeddingProvenance(each)])),
      preferences: preferenceProvenance(row),
    },
    ...(notes.alternatives === true ? { alternatives: alternativesOf(row) } : {}),
    ...(notes.lost !== undefined && { lost: notes.lost }),
    ...(warnings.length > 0 && { warnings }),
    last_enriched_at: row.lastEnrichedAt,
    updated_at: row.updatedAt,
  };
}

function embedding(profileVector: ProfileVector) {
  return { dim: profileVector.vector.codes.length, version: profileVector.encoderId };
}

function embeddingProvenance(profileVector: ProfileVector): WireProvenance {
  return {
    source: 'computed',
    extractor: 'encoder',
    confidence: 1,
    at: profileVector.at,
    from: [...profileVector.from],
  };
}

type WireProvenance = UserRecord['provenance']['fields'][string];

function provenanceOf(
  definition: DomainDefinition | null,
  row: ProfileRow,
  derived: boolean,
): Record<string, WireProvenance> {
  const shown = derived ? row.derived : row.fields;
  return Object.fromEntries(
    Object.keys(shown)
      .filter((name) => definition === null || (fieldNamed(definition, name)?.kind === 'derived') === derived)
      .map((name) => [name, winning(row.layers, name)] as const)
      .filter((entry): entry is readonly [string, LayeredValue] => entry[1] !== undefined)
      .map(([name, value]) => [name, wire(value.provenance)]),
  );
}

function alternativesOf(row: ProfileRow): NonNullable<UserRecord['alternatives']> {
  const { fields, derived, layers } = row;
  const shown = new Set([fields, derived, layers.earlier ?? {}].flatMap(Object.keys));
  return Object.fromEntries(
    [...shown]
      .map((name) => [name, overridden(row.layers, name)] as const)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [
        name,
        values.map(({ value, provenance }) => ({ value, provenance: wire(provenance) })),
      ]),
  );
}

function preferenceProvenance(row: ProfileRow): Record<string, WireProvenance> {
  const { given, givenAt, extractedProvenance } = row.preferences;
  const extracted = Object.entries(extractedProvenance).map(
    ([key, provenance]) => [key, wire(provenance)] as const,
  );
  const client = Object.keys(given ?? {}).map(
    (key) =>
      [key, { source: 'fields', extractor: 'client', confidence: 1, at: givenAt ?? row.updatedAt }] as const,
  );
  return Object.fromEntries([...extracted, ...client]);
}
