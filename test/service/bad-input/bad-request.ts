/** A request that must be refused, as data, and short ways to write one. */
import type { ErrorCode } from '../../../src/contract/errors.ts';

/** `main` may do everything, `reader` reads, `matcher` matches, `other` belongs to another workspace. */
export type KeyName =
  | 'main'
  | 'reader'
  | 'matcher'
  | 'other'
  | 'operator'
  | 'revoked'
  | 'expired'
  | 'unknown'
  | 'none';

export interface BadRequest {
  readonly name: string;
  readonly method: string;
  /** Sent as it stands, unescaped. */
  readonly path: string;
  readonly key?: KeyName;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly status: number;
  readonly code: ErrorCode;
  /** For `invalid_request` the path of an issue; for other codes a text that `details` must hold. */
  readonly at?: string;
  /** The field that an issue is about, where the schema decides at which part of it. */
  readonly field?: string;
}

type More = Partial<Omit<BadRequest, 'name' | 'status' | 'code'>>;

/** `[name, body, status, code, at]`: how most rows of the table are written. */
export type Row = readonly [name: string, body: unknown, status: number, code: ErrorCode, at?: string];

export function posts(path: string, rows: readonly Row[], more: More = {}): readonly BadRequest[] {
  return rows.map(([name, body, status, code, at]) => ({
    name: `POST ${path}: ${name}`,
    method: 'POST',
    path,
    body,
    status,
    code,
    ...(at !== undefined && { at }),
    ...more,
  }));
}

export function bad(
  name: string,
  method: string,
  path: string,
  status: number,
  code: ErrorCode,
  more: More = {},
): BadRequest {
  return { name: `${method} ${path.slice(0, 60)}: ${name}`, method, path, status, code, ...more };
}
