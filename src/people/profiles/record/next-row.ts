/**
 * Builds the row that replaces the stored one: from the layers to the effective view. Nothing is stored here.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { type DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import { parsePreferences } from '../../../domains/parse-filter.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import type { ExtractedPart, Layer, ProfileRow, Provenance } from '../../../platform/storage/profile-row.ts';
import { searchedFields } from '../search/name-fields.ts';
import { effectiveView, type Layers } from './effective-view.ts';

export interface RowIdentity {
  readonly tenantId: TenantId;
  readonly userId: string;
}

/** The data of a record; the rest of a row is computed from it. */
export interface RecordContent {
  readonly layers: Layers;
  readonly extras: Readonly<Record<string, unknown>>;
  readonly given: Readonly<Record<string, unknown>> | null;
  readonly givenAt: string | null;
  readonly extracted: Readonly<Record<string, unknown>>;
  readonly extractedProvenance: Readonly<Record<string, Provenance>>;
}

export const emptyContent: RecordContent = {
  layers: { client: {}, feedback: {}, extracted: {} },
  extras: {},
  given: null,
  givenAt: null,
  extracted: {},
  extractedProvenance: {},
};

export function contentOf(row: ProfileRow): RecordContent {
  const { given, givenAt, extracted, extractedProvenance } = row.preferences;
  return { layers: row.layers, extras: row.extras, given, givenAt, extracted, extractedProvenance };
}

export function extractedPart({ layers, extracted, extractedProvenance }: RecordContent): ExtractedPart {
  return { layer: layers.extracted, preferences: extracted, preferenceProvenance: extractedProvenance };
}

/** `earlier`: what a fast reading gave in place of these values. */
export function withExtracted(
  content: RecordContent,
  { layer, preferences, preferenceProvenance }: ExtractedPart,
  earlier: Layer | undefined,
): RecordContent {
  const { client, feedback } = content.layers;
  return {
    ...content,
    layers: { client, feedback, extracted: layer, ...(earlier !== undefined && { earlier }) },
    extracted: preferences,
    extractedProvenance: preferenceProvenance,
  };
}

/** The client's preferences, and extracted ones for keys that the client did not give. */
export function shownPreferences(
  content: Pick<RecordContent, 'given' | 'extracted'>,
): Readonly<Record<string, unknown>> {
  return { ...content.extracted, ...content.given };
}

export function nextRow(
  definition: DomainDefinition,
  identity: RowIdentity,
  existing: ProfileRow | null,
  content: RecordContent,
  at: string,
  resolvePlace: ResolvePlace,
): ProfileRow {
  const { given, givenAt, extracted, extractedProvenance } = content;
  return {
    ...identity,
    domain: definition.domain,
    schemaVersion: schemaVersion(definition),
    layers: content.layers,
    extras: content.extras,
    searched: searchedFields(definition),
    ...effectiveView(definition, content.layers, resolvePlace),
    preferences: {
      given,
      givenAt,
      extracted,
      extractedProvenance,
      effective: parsePreferences(definition, shownPreferences(content), resolvePlace),
    },
    createdAt: existing?.createdAt ?? at,
    updatedAt: at,
    lastEnrichedAt: at,
    revision: existing?.revision ?? 0,
  };
}
