/**
 * The effective values of a record: for each key the client's layer has precedence, then feedback, then
 * extraction. The view is computed from the layers at every write, so that removing a value uncovers the one
 * below it.
 */
import { type DomainDefinition, geoFields, missingRequired } from '../../../domains/definition.ts';
import type { FieldDefinition, FieldValue } from '../../../domains/field.ts';
import type { Place, ResolvePlace } from '../../../domains/place.ts';
import type { LayeredValue, ProfileRow } from '../../../platform/storage/profile-row.ts';

export type Layers = ProfileRow['layers'];

export function winning(layers: Layers, field: string): LayeredValue | undefined {
  return layers.client[field] ?? layers.feedback[field] ?? layers.extracted[field];
}

/**
 * Values that are known and not in force, strongest first. Layers below the winning one give the values that
 * differ from it. The last is a value of a fast reading that the full reading changed or withdrew.
 */
export function overridden(layers: Layers, field: string): readonly LayeredValue[] {
  const { client, feedback, extracted, earlier = {} } = layers;
  const winner = winning(layers, field)?.value;
  return [client, feedback, extracted, earlier]
    .flatMap((layer) => layer[field] ?? [])
    .filter(({ value }) => !same(value, winner));
}

export interface EffectiveView {
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly derived: Readonly<Record<string, FieldValue>>;
  readonly places: Readonly<Record<string, Place>>;
  readonly missingRequired: readonly string[];
  readonly complete: boolean;
}

export function effectiveView(
  definition: DomainDefinition,
  layers: Layers,
  resolvePlace: ResolvePlace,
): EffectiveView {
  const shown = { fields: {} as Record<string, FieldValue>, derived: {} as Record<string, FieldValue> };
  for (const field of definition.fields) {
    const value = winning(layers, field.name)?.value;
    if (value !== undefined) shown[field.kind === 'derived' ? 'derived' : 'fields'][field.name] = value;
  }
  const places: Record<string, Place> = {};
  for (const field of geoFields(definition)) {
    const place = placeOf(shown.fields[field.name], resolvePlace);
    if (place === null) continue;
    places[field.name] = place;
    // Coordinates stay as they were given; a name becomes the resolved one.
    if (place.country !== null) shown.fields[field.name] = place.name;
  }
  const missing = missingRequired(definition, shown.fields);
  return {
    ...shown,
    places,
    missingRequired: missing,
    complete: definition.candidates === 'any' || missing.length === 0,
  };
}

function placeOf(value: FieldValue | undefined, resolvePlace: ResolvePlace): Place | null {
  return typeof value === 'string' ? resolvePlace(value) : null;
}

/**
 * The text that a profile vector is made from: every soft field, both the client's text and the extracted
 * one.
 */
export function softText(
  definition: DomainDefinition,
  layers: Layers,
): { readonly text: string; readonly from: readonly string[] } {
  const parts: string[] = [];
  const from: string[] = [];
  for (const field of definition.fields) {
    const texts = softTexts(field, layers);
    if (texts.length === 0) continue;
    parts.push(...texts);
    from.push(field.name);
  }
  return { text: parts.join('\n'), from };
}

function softTexts(field: FieldDefinition, layers: Layers): readonly string[] {
  if (field.kind !== 'soft') return [];
  const texts = [layers.client, layers.feedback, layers.extracted]
    .map((layer) => layer[field.name]?.value)
    .filter((value): value is string => typeof value === 'string');
  return texts.filter((text, position) => !texts.some((other, at) => at < position && other.includes(text)));
}

/** Names of fields whose shown value differs between two views, in the domain's order. */
export function changedFields(
  definition: DomainDefinition,
  before: Pick<EffectiveView, 'fields' | 'derived'> | null,
  after: Pick<EffectiveView, 'fields' | 'derived'>,
): readonly string[] {
  return definition.fields
    .map((field) => field.name)
    .filter(
      (name) =>
        !same(before?.fields[name] ?? before?.derived[name], after.fields[name] ?? after.derived[name]),
    );
}

function same(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
