/** The operations with a body, read from the interface document. */
interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

interface PathsOf {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

export interface OperationWithBody {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly mediaType: string;
}

export function operationsWithBody(document: unknown): readonly OperationWithBody[] {
  return Object.entries((document as PathsOf).paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody !== undefined)
      .map(([method, { operationId, requestBody }]) => ({
        operationId,
        method: method.toUpperCase(),
        path,
        mediaType: Object.keys(requestBody!.content)[0]!,
      })),
  );
}
