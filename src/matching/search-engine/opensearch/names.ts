/**
 * Names of indexes and aliases. They hold a hash of tenant, domain and version. Names of the engine allow few
 * characters, and no pattern of one tenant's names may match another's. The mapping's `_meta` says what they
 * are.
 *
 *   counterpart-<hash>              the alias that searches read
 *   counterpart-<hash>-<creation>   an index
 *   …-write                         its alias for writes: a write to an index that is gone would make it anew
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IndexOf } from '../candidate-search.ts';

export function aliasOf(prefix: string, { tenant, definition: { domain, version } }: IndexOf): string {
  const text = JSON.stringify([tenant, domain, version]);
  return `${prefix}-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

export function newIndexName(alias: string): string {
  return `${alias}-${Date.now().toString(36)}${randomBytes(3).toString('hex')}`;
}

export function aliasOfIndex(name: string): string {
  return name.slice(0, name.lastIndexOf('-'));
}

export function writeAlias(name: string): string {
  return `${name}-write`;
}
