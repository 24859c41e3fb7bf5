/** A complete row of a synthetic world, for evaluations and tests: only fields. */
import type { TenantId } from '../../../contract/brands.ts';
import { type DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import type { FieldValues } from '../../../domains/field.ts';
import { noPreferences } from '../../../domains/filter.ts';
import type { ProfileRow } from '../profile-row.ts';

export function plainRow(
  tenantId: TenantId,
  definition: DomainDefinition,
  userId: string,
  fields: FieldValues,
  at: string,
): ProfileRow {
  return {
    tenantId,
    domain: definition.domain,
    userId,
    schemaVersion: schemaVersion(definition),
    layers: { client: {}, feedback: {}, extracted: {} },
    fields,
    derived: {},
    extras: {},
    places: {},
    preferences: {
      given: null,
      givenAt: null,
      extracted: {},
      extractedProvenance: {},
      effective: noPreferences,
    },
    missingRequired: [],
    complete: true,
    createdAt: at,
    updatedAt: at,
    lastEnrichedAt: null,
    revision: 1,
  };
}
