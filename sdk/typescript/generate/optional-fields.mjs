// The fields of the document's requests that may be left out, those with a default above all.

/** `path`: the fields that lead to the inner object; empty for the schema itself. */
export function optionalFields(document) {
  const schemas = document.components.schemas;
  const found = [];
  for (const name of requestSchemas(document)) {
    walk(schemas[name], [], (path, { properties = {}, required = [] }) => {
      for (const [field, { description = '' }] of Object.entries(properties)) {
        if (!required.includes(field)) found.push({ schema: name, path, field });
        else if (description.includes('Default: '))
          throw new Error(`${[name, ...path, field].join('.')} has a default, and is required`);
      }
    });
  }
  if (found.length === 0) throw new Error('the document has no request with a field that may be left out');
  return found;
}

/** Objects whose fields have types that can be named: members of a union cannot. */
function walk(schema, path, look) {
  if (schema.properties === undefined) return;
  look(path, schema);
  for (const [field, inner] of Object.entries(schema.properties)) walk(inner, [...path, field], look);
}

/** Names of the components that request bodies are made of. */
function requestSchemas(document) {
  const bodies = Object.values(document.paths)
    .flatMap(Object.values)
    .flatMap(({ requestBody }) => requestBody ?? []);
  const found = new Set();
  const open = bodies.map((body) => JSON.stringify(body));
  while (open.length > 0) {
    for (const [, name] of open.pop().matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      open.push(JSON.stringify(document.components.schemas[name]));
    }
  }
  return found;
}
