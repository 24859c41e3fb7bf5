/**
 * Generated requests of an operation: values of its schemas, its examples with one part changed, and hostile
 * ones. Ids are chosen when the request is sent (`which`), because only then is known what earlier answers
 * gave.
 */
import fc from 'fast-check';
import type {
  DocumentedOperation,
  InterfaceDocument,
} from '../../test/service/testing/documented-requests.ts';
import { hostileBodies, hostileTexts, hostileValue } from './hostile.ts';
import { type Schema, valuesOf } from './schema-values.ts';

export interface GeneratedRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Chooses among known ids. */
  readonly which: number;
  /** By parameter of the path; undefined: a known id. */
  readonly inPath: Readonly<Record<string, string | undefined>>;
  readonly query: readonly (readonly [name: string, value: string | undefined])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: 'right' | 'none' | 'unknown' | 'of the other kind';
  /** A text is sent as it is. */
  readonly body: { readonly json: unknown } | { readonly text: string } | null;
  /** Known ids stand in for the ids of the body. */
  readonly withKnownIds: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema?: Schema;
}

const MOST_CHOICES = 2 ** 16;
const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300);

export function anyRequestOf(
  operation: DocumentedOperation,
  document: InterfaceDocument,
): fc.Arbitrary<GeneratedRequest> {
  const { schemas } = document.components as { readonly schemas: Readonly<Record<string, Schema>> };
  const parameters = (operation.parameters ?? []) as readonly Parameter[];
  const valueOfParameter = ({ schema }: Parameter) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 3, arbitrary: valuesOf(schema, schemas).map((value) => String(value)) },
      { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
    );
  const of = (part: Parameter['in']) => parameters.filter((each) => each.in === part);
  const inPath = fc.record(Object.fromEntries(of('path').map((each) => [each.name, valueOfParameter(each)])));
  const query = fc
    .tuple(
      ...of('query').map((each) =>
        fc.option(
          valueOfParameter(each).map((value) => [each.name, value] as const),
          { nil: null, freq: 1 },
        ),
      ),
      fc.oneof(
        { weight: 12, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(['unknown', 'x'] as const, ['limit', '1'] as const) },
      ),
    )
    .map((given) => given.filter((each) => each !== null));
  return fc.record({
    operationId: fc.constant(operation.operationId),
    method: fc.constant(operation.method),
    path: fc.constant(operation.path),
    which: fc.nat(MOST_CHOICES),
    inPath: inPath as fc.Arbitrary<Record<string, string | undefined>>,
    query,
    headers: headersOf(of('header'), schemas, operation),
    credential: fc.oneof(
      { weight: 30, arbitrary: fc.constant('right' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('none' as const, 'unknown' as const, 'of the other kind' as const),
      },
    ),
    body: bodyOf(operation, schemas),
    withKnownIds: fc.integer({ min: 0, max: 9 }).map((n) => n > 1),
  });
}

function headersOf(
  parameters: readonly Parameter[],
  schemas: Readonly<Record<string, Schema>>,
  { requestBody }: DocumentedOperation,
): fc.Arbitrary<Record<string, string>> {
  const type = requestBody === undefined ? undefined : Object.keys(requestBody.content)[0]!;
  const given = parameters.map(({ name, schema }) => {
    const value = fc.oneof(
      { weight: 4, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: valuesOf(schema, schemas).map((each) => printable(String(each))) },
      { weight: 1, arbitrary: fc.constantFrom(...hostileTexts.map(printable), 'bytes=0-', 'bytes=5-1', '*') },
    );
    return fc.option(
      value.map((each) => [name.toLowerCase(), each] as const),
      { nil: null, freq: 6 },
    );
  });
  const others = fc.option(
    fc.constantFrom(
      ...([
        ['x-request-id', 'req_given'],
        ['x-request-id', ' '.repeat(200)],
        ['accept', 'text/html'],
        ['accept-encoding', 'gzip, br'],
        ['content-type', 'text/plain'],
        ['content-type', 'application/json; charset=utf-16'],
        ['content-type', ';'],
      ] as const),
    ),
    { nil: null, freq: 1 },
  );
  return fc
    .tuple(
      ...given,
      fc.integer({ min: 0, max: 9 }).chain((n) => (n === 0 ? others : fc.constant(null))),
    )
    .map((each) => ({
      ...(type !== undefined && { 'content-type': type }),
      ...Object.fromEntries(each.filter((one) => one !== null)),
    }));
}

function bodyOf(
  { requestBody }: DocumentedOperation,
  schemas: Readonly<Record<string, Schema>>,
): fc.Arbitrary<GeneratedRequest['body']> {
  if (requestBody === undefined)
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom({ json: {} }, { json: { a: 1 } }, { text: '{' }) },
    );
  const [media] = Object.values(requestBody.content);
  const { examples, schema } = media as { examples?: Record<string, { value: unknown }>; schema: Schema };
  const shown = Object.values(examples ?? {}).map(({ value }) => value);
  if (shown.every((value) => typeof value === 'string')) return linesOf(shown as readonly string[]);
  return fc.oneof(
    { weight: 4, arbitrary: valuesOf(schema, schemas).map((json) => ({ json })) },
    { weight: 2, arbitrary: fc.constantFrom(...shown).map((json) => ({ json })) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(fc.constantFrom(...shown), fc.nat(MOST_CHOICES), hostileValue)
        .map(([json, at, value]) => ({ json: changed(json, at, value) })),
    },
    { weight: 1, arbitrary: hostileValue.map((json) => ({ json })) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileBodies).map((text) => ({ text })) },
  );
}

/** Lines of JSON, whole, cut, and among them hostile ones. */
const linesOf = (shown: readonly string[]): fc.Arbitrary<GeneratedRequest['body']> =>
  fc
    .array(fc.constantFrom(...shown.flatMap((text) => text.split('\n')), ...hostileBodies), { maxLength: 12 })
    .map((lines) => ({ text: lines.join('\n') }));

/**
 * The value with its `at`-th part replaced; every fourth time removed, every fifth an unknown key beside it.
 */
export function changed(value: unknown, at: number, by: unknown): unknown {
  const paths = pathsIn(value);
  const path = paths[at % paths.length]!;
  const copy = structuredClone({ root: value }) as Schema;
  const last = path.at(-1)!;
  const parent = path.slice(0, -1).reduce((inner: Schema, key) => inner[key], copy);
  if (at % 4 === 1 && last !== 'root') delete parent[last];
  else if (at % 5 === 1 && typeof parent[last] === 'object' && parent[last] !== null)
    parent[last].unknown = by;
  else parent[last] = by;
  return copy.root;
}

function pathsIn(value: unknown, path: readonly string[] = ['root']): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}
