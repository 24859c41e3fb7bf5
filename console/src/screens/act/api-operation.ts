/** An operation of the API, as its document describes it. */

/** The part of JSON Schema that the document's requests use. */
export interface FieldSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
}

export interface ApiOperation {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` where a parameter stands. */
  readonly path: string;
  readonly summary: string;
  /** The method of the clients: `adaptations.create`. */
  readonly sdk: string;
  /** Whether it takes an idempotency key. */
  readonly isKeyed: boolean;
  /** The forms of its body, of which one is sent; none: it has no body. */
  readonly bodies: readonly FieldSchema[];
}

export type Body = Readonly<Record<string, unknown>>;

export interface ApiCall {
  readonly operation: ApiOperation;
  /** The values of the parameters of its path, in their order. */
  readonly at?: readonly string[];
  readonly body?: Body;
}

/** The path of a call; its values are encoded. */
export function pathOf({ operation: { path }, at = [] }: ApiCall): string {
  const values = at.values();
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values.next().value ?? ''));
}
