/**
 * Lists of ids of items or users, up to hundreds of thousands in a request. A few cheap tests accept an
 * obviously valid id; the complete check of an identifier costs ten times as much.
 */
import { controlCharacters, Identifier } from './common.ts';
import { rowsOf } from './rows.ts';

/** UTF-16 units; the number of code points is never larger. */
const SHORT = 256;

export function idList(bounds: { readonly least: number; readonly most: number }) {
  return rowsOf(Identifier, { ...bounds, isPlain });
}

function isPlain(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.length > SHORT) return false;
  return !controlCharacters.test(value) && value.isWellFormed() && value !== '.' && value !== '..';
}
