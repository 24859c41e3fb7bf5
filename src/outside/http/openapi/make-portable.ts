/**
 * Rewrites parts of valid JSON Schema that stop common generators of clients:
 *
 * `items: false` after `prefixItems`   openapi-python-client expects a schema; `maxItems` means the same.
 * `prefixItems` of equal members       schemathesis takes a list of schemas beside `items` for an older
 * draft. `default`                            openapi-typescript makes a defaulted property of a request
 * required.
 *                                        The description says the default in its place.
 */
type Json = Record<string, unknown>;

/** Rewrites a schema, or any value that contains schemas, in place. */
export function makePortable(value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  const object = value as Json;
  if (Array.isArray(object.prefixItems) && object.items === false) closeTuple(object, object.prefixItems);
  for (const [name, child] of Object.entries(object)) {
    // The keys of `properties` are names of fields, not of schema keywords.
    if (name === 'properties') Object.values(child as Json).forEach(makeMemberPortable);
    else if (!literals.has(name)) makeMemberPortable(child);
  }
}

/** Keywords whose values are data, not schemas. */
const literals: ReadonlySet<string> = new Set(['const', 'enum', 'example', 'examples', 'required']);

function makeMemberPortable(child: unknown): void {
  if (child !== null && typeof child === 'object' && 'default' in child) describeDefault(child as Json);
  makePortable(child);
}

function closeTuple(schema: Json, members: readonly unknown[]): void {
  const [first] = members;
  const alike = members.every((member) => JSON.stringify(member) === JSON.stringify(first));
  schema.items = alike ? first : { anyOf: members };
  if (alike) delete schema.prefixItems;
  schema.minItems = members.length;
  schema.maxItems = members.length;
}

function describeDefault(schema: Json): void {
  const said = `Default: \`${JSON.stringify(schema.default)}\`.`;
  schema.description = schema.description === undefined ? said : `${schema.description as string} ${said}`;
  delete schema.default;
}
