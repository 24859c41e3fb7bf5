/**
 * Turns the answer of an enrichment endpoint into fields of a record. Its values have the lowest precedence:
 * they fill only fields that neither the client nor a text gives. They are validated as a client's are. An
 * invalid value is left out with a warning, so that no call fails for a third party's data.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { isBlank } from '../../../contract/common.ts';
import { ApiError, apiError } from '../../../contract/errors.ts';
import { type DomainDefinition, fieldNamed } from '../../../domains/definition.ts';
import { faultInWords } from '../../../platform/outbound/network-fault.ts';
import type { Layer, LayeredValue, Provenance } from '../../../platform/storage/profile-row.ts';
import type { RecordNotes } from '../record/user-record.ts';
import { validateValue } from '../record/validate-fields.ts';
import { askEnrichment, type EnrichmentAccess, type EnrichmentQuestion } from './ask-enrichment.ts';

/** A fixed confidence, since endpoints report none. */
const CONFIDENCE = 0.5;
const MOST_NAMED = 10;

export interface Enriched {
  readonly layer: Layer;
  /** A text that is read like a memory; null: none. */
  readonly text: string | null;
  readonly warnings: NonNullable<RecordNotes['warnings']>;
}

export const notEnriched: Enriched = { layer: {}, text: null, warnings: [] };

/** Throws 422 `enrichment_unavailable` if the tenant has no endpoint. A failing endpoint gives a warning. */
export async function enrich(
  accessOf: (tenant: TenantId) => Promise<EnrichmentAccess | null>,
  tenant: TenantId,
  definition: DomainDefinition,
  question: EnrichmentQuestion,
  at: string,
): Promise<Enriched> {
  const access = await accessOf(tenant);
  if (access === null) throw noEndpoint();
  try {
    const { fields, text } = await askEnrichment(access, question);
    return { ...validateEnriched(definition, fields, at), text: isBlank(text) ? null : text };
  } catch (error) {
    const message = `nothing was enriched: ${faultInWords(error)}`;
    return { ...notEnriched, warnings: [{ code: 'enrichment_unavailable', message }] };
  }
}

function noEndpoint(): ApiError {
  return apiError(
    'enrichment_unavailable',
    'enrich was true, and no enrichment endpoint is set up for you. Leave it out; the operator sets one with «counterpart tenants set NAME --enrichment-url URL».',
  );
}

function validateEnriched(
  definition: DomainDefinition,
  fields: Readonly<Record<string, unknown>>,
  at: string,
): Pick<Enriched, 'layer' | 'warnings'> {
  const provenance: Provenance = { source: 'memory', extractor: 'none', confidence: CONFIDENCE, at };
  const layer: Record<string, LayeredValue> = {};
  const ignored: string[] = [];
  for (const [name, given] of Object.entries(fields)) {
    const field = fieldNamed(definition, name);
    const value = field === undefined ? undefined : validOrUndefined(() => validateValue(field, given));
    if (value === undefined) ignored.push(name);
    else layer[name] = { value, provenance };
  }
  return { layer, warnings: ignored.length === 0 ? [] : [ignoredWarning(ignored)] };
}

function validOrUndefined<Value>(validate: () => Value): Value | undefined {
  try {
    return validate();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function ignoredWarning(names: readonly string[]) {
  const named = names.slice(0, MOST_NAMED).map((name) => `«${name.slice(0, 64)}»`);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return {
    code: 'enrichment_ignored' as const,
    message: `the enrichment endpoint sent what the schema does not take, and it was left out: ${named.join(', ')}${more}`,
  };
}

/** The extracted values, filled up with enriched ones. An enriched value replaces a rule's default. */
export function fillWithEnriched(said: Layer, enriched: Layer): Layer {
  const filled: Record<string, LayeredValue> = { ...said };
  for (const [name, value] of Object.entries(enriched)) {
    const stands = said[name];
    if (stands === undefined || stands.provenance.source === 'default') filled[name] = value;
  }
  return filled;
}
