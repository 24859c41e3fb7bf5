/**
 * Validates the attributes of rows against the declared features. The result is JSON with the names in the
 * order of the declaration, so that equal attributes are equal texts.
 */
import { z } from 'zod';
import { clip } from '../../../contract/clip.ts';
import { MAX_ATTRIBUTE_BYTES } from '../../../contract/dataset.ts';
import type { DatasetFeatures, FeatureDeclarations } from '../../../contract/dataset-features.ts';
import type { Issue } from '../../../contract/error-details.ts';
import { rowIssues } from '../../../contract/issue-message.ts';
import { attributeValues } from './attribute-values.ts';

export type ReadAttributes = (
  given: Readonly<Record<string, unknown>> | null | undefined,
) => { readonly attributes: string | null } | { readonly issues: readonly Issue[] };

const SHOWN_NAMES = 20;

/** `kind`: of the rows. */
export function attributeReader(features: DatasetFeatures, kind: keyof DatasetFeatures): ReadAttributes {
  const declared = features[kind];
  const schema = schemaOf(declared);
  const field = kind === 'events' ? 'context' : 'attributes';
  return (given) => {
    if (given === null || given === undefined) return { attributes: null };
    const unknown = Object.keys(given).filter((name) => !Object.hasOwn(declared, name));
    if (unknown.length > 0)
      return { issues: unknown.map((name) => below(undeclared(name, declared, kind), field)) };
    const parsed = schema.safeParse(given, { reportInput: true });
    if (!parsed.success)
      return { issues: rowIssues(parsed.error, given).map((issue) => below(issue, field)) };
    return inOrder(parsed.data, declared, field);
  };
}

function schemaOf(declared: FeatureDeclarations): z.ZodType<Readonly<Record<string, unknown>>> {
  return z.object(
    Object.fromEntries(
      Object.entries(declared).map(([name, { type }]) => [name, attributeValues[type].nullish()]),
    ),
  );
}

function inOrder(values: Readonly<Record<string, unknown>>, declared: FeatureDeclarations, field: string) {
  const names = Object.keys(declared).filter((name) => (values[name] ?? null) !== null);
  if (names.length === 0) return { attributes: null };
  const attributes = JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]])));
  const bytes = Buffer.byteLength(attributes);
  if (bytes <= MAX_ATTRIBUTE_BYTES) return { attributes };
  const message = `must have at most ${MAX_ATTRIBUTE_BYTES} bytes of JSON; has ${bytes}`;
  return { issues: [{ path: field, message }] };
}

function undeclared(name: string, declared: FeatureDeclarations, kind: keyof DatasetFeatures): Issue {
  const names = Object.keys(declared);
  const known =
    names.length === 0
      ? `no features of ${kind} are declared`
      : `declared features of ${kind} are ${names.slice(0, SHOWN_NAMES).join(', ')}${names.length > SHOWN_NAMES ? ', …' : ''}`;
  return {
    path: clip(name),
    message: `is no declared feature: ${known}. Declare it with the dataset, such as "features": {"${kind}": {"${kind === 'events' ? 'device": "category' : 'price": "number'}"}}, or leave it out`,
  };
}

function below({ path, message }: Issue, field: string): Issue {
  return { path: path.startsWith('[') ? `${field}${path}` : `${field}.${path}`, message };
}
