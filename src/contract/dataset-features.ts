/**
 * Typed features of items, people and events, declared with a dataset. Items and people give their values as
 * `attributes`, events as `context`, by declared name.
 */
import { z } from 'zod';
import { MAX_FIELDS } from './common.ts';

const featureTypes = ['category', 'number', 'list', 'text', 'image_url', 'date'] as const;
export type FeatureType = (typeof featureTypes)[number];

/** The rule for names of fields of a domain, so that filters write both in one way. */
const FeatureName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    'a name of a feature is lower-case letters, digits and _, at most 64, a letter first',
  );

const FeatureTypeName = z.enum(featureTypes);

const FeatureDeclaration = z.strictObject({
  type: FeatureTypeName.describe(
    '`category`: 1 to 256 characters. `number`: finite. `list`: up to 256 categories. `text`: up to 16 KiB of UTF-8. `image_url`: an http or https address. `date`: ISO 8601, a date or a date-time with a zone.',
  ),
});

/** Values by declared name; a name may be given its type alone: `{price: "number"}`. */
const FeatureDeclarations = z
  .record(
    FeatureName,
    z.union([
      FeatureTypeName.transform((type) => ({ type })),
      FeatureDeclaration.meta({ id: 'FeatureDeclaration' }),
    ]),
  )
  .refine((declared) => Object.keys(declared).length <= MAX_FIELDS, `must have at most ${MAX_FIELDS} names`);

const contextTypes = ['category', 'number'] as const;

const ContextType = z.enum(contextTypes);

/** Known of the time of an event, so not declared. */
export const builtInContexts = ['hour', 'weekday'] as const;

const ContextDeclarations = z
  .record(
    FeatureName,
    z.union([
      ContextType.transform((type) => ({ type })),
      z.strictObject({ type: ContextType }).meta({ id: 'ContextDeclaration' }),
    ]),
  )
  .refine((declared) => Object.keys(declared).length <= MAX_FIELDS, `must have at most ${MAX_FIELDS} names`)
  .refine(
    (declared) => builtInContexts.every((name) => !Object.hasOwn(declared, name)),
    `${builtInContexts.join(' and ')} follow from the time of an event; leave them out`,
  )
  .describe('Facts about the moment of an event, such as the device: `category` or `number`.');

export type ContextDeclarations = Readonly<Record<string, { readonly type: (typeof contextTypes)[number] }>>;
export type FeatureDeclarations = Readonly<Record<string, { readonly type: FeatureType }>>;

export const DeclaredFeatures = z
  .strictObject({
    items: FeatureDeclarations.default({}),
    people: FeatureDeclarations.default({}),
    events: ContextDeclarations.default({}),
  })
  .describe(
    'Features of items, people and events, by name: `{"items": {"price": "number", "genre": {"type": "list"}}}`. Rows give their values in `attributes`, events in `context`.',
  )
  .meta({ id: 'DeclaredFeatures' });

export interface DatasetFeatures {
  readonly items: FeatureDeclarations;
  readonly people: FeatureDeclarations;
  /** Categories and numbers alone. */
  readonly events: ContextDeclarations;
}

export const noFeatures: DatasetFeatures = { items: {}, people: {}, events: {} };

export function declaresFeatures({ items, people, events }: DatasetFeatures): boolean {
  return [items, people, events].some((declared) => Object.keys(declared).length > 0);
}

const AnsweredDeclarations = z.record(z.string(), z.object({ type: FeatureTypeName }));

export const DatasetFeaturesAnswer = z
  .object({ items: AnsweredDeclarations, people: AnsweredDeclarations, events: AnsweredDeclarations })
  .describe('The declared features. An export has them in its first line.')
  .meta({ id: 'DatasetFeatures' });

export const undeclaredPeople =
  'rows of people need declared features of people, such as "features": {"people": {"age": "number"}}; declare them with the dataset, or leave these rows out';
