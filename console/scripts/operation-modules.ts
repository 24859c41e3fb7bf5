/**
 * `counterpart-operation:NAME`, a module for each operation of the API: how it is called, and the forms that
 * its body may have. Forms of the page are made from it, so that they have the fields and bounds of the API.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PREFIX = 'counterpart-operation:';
const document = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
/** Keys of a schema that no form reads. */
const unread = new Set(['example', 'examples', 'responses']);

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-sdk': string | { readonly method: string };
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Readonly<Record<string, unknown>> }>>;
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

export function operationModules(): Plugin {
  // The document has megabytes, and is read once for all operations of a build.
  let api: Document | undefined;
  return {
    name: 'operation-modules',
    buildStart() {
      api = undefined;
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      this.addWatchFile(document);
      api ??= JSON.parse(readFileSync(document, 'utf8')) as Document;
      return `export default ${JSON.stringify(operationOf(api, id.slice(PREFIX.length + 1)))}`;
    },
  };
}

function operationOf({ paths, components: { schemas } }: Document, name: string) {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== name) continue;
      const sdk = operation['x-sdk'];
      const schema = operation.requestBody?.content['application/json']?.schema;
      const body = whole(schema ?? null, schemas) as { readonly anyOf?: readonly unknown[] } | null;
      return {
        ...{ method: method.toUpperCase(), path, summary: operation.summary },
        sdk: typeof sdk === 'string' ? sdk : sdk.method,
        isKeyed: (operation.parameters ?? []).some((parameter) => parameter.name === 'Idempotency-Key'),
        bodies: body === null ? [] : (body.anyOf ?? [body]),
      };
    }
  throw new Error(`docs/openapi.json has no operation «${name}»`);
}

/** The schema with every `$ref` replaced by the schema that it names. A key beside the `$ref` wins over the same key there. */
function whole(value: unknown, schemas: Document['components']['schemas']): unknown {
  if (Array.isArray(value)) return value.map((item) => whole(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as Readonly<Record<string, unknown>>;
  const kept = Object.fromEntries(
    Object.entries(own)
      .filter(([name]) => !unread.has(name))
      .map(([name, item]) => [name, whole(item, schemas)]),
  );
  if (typeof $ref !== 'string') return kept;
  return { ...(whole(schemas[$ref.split('/').at(-1) ?? ''], schemas) as object), ...kept };
}
