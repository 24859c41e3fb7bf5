/** One text for one JSON value, whatever the order of its keys. Idempotency compares these texts. */
import { WrittenNumber } from '../../../contract/written-number.ts';

export function canonicalJson(value: unknown): string {
  return [...canonicalPieces(value)].join('');
}

/**
 * The same text in pieces, for values too large to build at once. The recursion is bounded by `passedBound`.
 */
export function* canonicalPieces(value: unknown): Generator<string, void> {
  if (isScalar(value) || value === undefined) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* arrayPieces(value);
  else yield* objectPieces(value as object);
}

function* arrayPieces(values: readonly unknown[]): Generator<string, void> {
  // Most arrays hold only scalars; a generator for each element would cost more than its text.
  if (values.every(isScalar)) {
    yield JSON.stringify(values);
    return;
  }
  yield '[';
  for (const [at, value] of values.entries()) {
    if (at > 0) yield ',';
    yield* canonicalPieces(value);
  }
  yield ']';
}

function* objectPieces(object: object): Generator<string, void> {
  const members = object as Readonly<Record<string, unknown>>;
  let text = '{';
  for (const key of Object.keys(members).sort()) {
    const value = members[key];
    text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:`;
    if (isScalar(value)) {
      text += JSON.stringify(value);
      continue;
    }
    yield text;
    yield* canonicalPieces(value);
    text = '';
  }
  yield `${text}}`;
}

function isScalar(value: unknown): boolean {
  return (
    value === null || value instanceof WrittenNumber || (typeof value !== 'object' && value !== undefined)
  );
}
