/**
 * Errors as messages between threads. Cloning an error loses its class and its own properties. This form
 * keeps message, stack, cause, plain properties (`errcode` of SQLite), and the class where both ends know it.
 */
import type { ErrorDetails } from '../../contract/error-details.ts';
import { ApiError, type ErrorCode } from '../../contract/errors.ts';

type Plain = string | number | boolean | null;

export interface ErrorMessage {
  /** Name of the class. */
  readonly type: string;
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Own properties with plain values. */
  readonly fields: Readonly<Record<string, Plain>>;
  readonly api: {
    readonly code: ErrorCode;
    readonly details: ErrorDetails[ErrorCode];
    readonly status: number;
  } | null;
  readonly cause: ErrorMessage | null;
}

/** An error class whose constructor needs only a message. */
export type ErrorClass = new (message: string) => Error;

/** Deeper causes are left out; a chain of causes may even be circular. */
const MOST_CAUSES = 4;
const builtIn: readonly ErrorClass[] = [TypeError, RangeError, SyntaxError, ReferenceError];

/** Any value can be thrown; one that is no error becomes one. */
export function errorMessage(thrown: unknown, causes = MOST_CAUSES): ErrorMessage {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack, cause } = error;
  return {
    type: error.constructor.name,
    name,
    message,
    stack,
    fields: plainFields(error),
    api:
      error instanceof ApiError ? { code: error.code, details: error.details, status: error.status } : null,
    cause: cause === undefined || causes === 0 ? null : errorMessage(cause, causes - 1),
  };
}

/**
 * An error of class `ApiError`, of a built-in class, of one of `classes`, or else a plain `Error` with the
 * same name.
 */
export function errorOf(message: ErrorMessage, classes: readonly ErrorClass[] = []): Error {
  const error = Object.assign(emptyError(message, classes), message.fields);
  if (error.name !== message.name) error.name = message.name;
  if (message.stack !== undefined) error.stack = message.stack;
  if (message.cause !== null) error.cause = errorOf(message.cause, classes);
  return error;
}

function emptyError({ type, message, api }: ErrorMessage, classes: readonly ErrorClass[]): Error {
  if (api !== null) return new ApiError(api.code, message, api.details, api.status);
  const Known = [...classes, ...builtIn].find(({ name }) => name === type) ?? Error;
  return new Known(message);
}

function plainFields(error: Error): Record<string, Plain> {
  const own = Object.entries(error).filter(
    ([name, value]) => name !== 'name' && (value === null || /^(string|number|boolean)$/.test(typeof value)),
  );
  return Object.fromEntries(own);
}
