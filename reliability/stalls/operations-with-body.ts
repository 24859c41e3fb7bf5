/** The operations with a body, read from the interface document. */
import type { Schema, Schemas } from '../../src/outside/http/testing/json-schema.ts';

interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Schemas };
}

export interface OperationWithBody {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly mediaType: string;
  readonly schema: Schema;
  /** Schemas that the schema refers to. */
  readonly schemas: Schemas;
}

export function operationsWithBody(document: unknown): readonly OperationWithBody[] {
  const { paths, components } = document as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
      const [first] = Object.entries(requestBody?.content ?? {});
      if (first === undefined) return [];
      const [mediaType, { schema }] = first;
      return [{ operationId, method: method.toUpperCase(), path, mediaType, schema, ...components }];
    }),
  );
}
