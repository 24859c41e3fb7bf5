/**
 * Decides which sources may be read, from the address and, below the data folder, from the file itself. Only
 * this file parses the `source_uri` of a caller; readers get the result.
 *
 * An address cannot leave `<data>/imports/`. It is decoded once; NUL, a backslash or `..` is rejected before
 * a path is built. Links are resolved, and the file is opened only if it is still the same.
 */
import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ApiError, invalidRequest } from '../../../contract/errors.ts';
import type { ImportPrefix } from '../../../contract/import-prefixes.ts';

export interface SourceSettings {
  /** `<data>/imports` */
  readonly importsFolder: string;
  readonly prefixes: readonly ImportPrefix[];
}

export type ValidatedSource =
  | { readonly kind: 'file'; readonly path: string; readonly name: string }
  | { readonly kind: 'web'; readonly url: URL; readonly name: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly key: string; readonly name: string };

/**
 * Throws 400 `invalid_request` for a source that the operator does not allow. `path`: of the address in the
 * request.
 */
export async function validateSource(
  uri: string,
  settings: SourceSettings,
  path = 'source_uri',
): Promise<ValidatedSource> {
  try {
    return await sourceOf(uri, settings);
  } catch (error) {
    if (!(error instanceof ApiError) || !('issues' in error.details)) throw error;
    throw invalidRequest(error.details.issues.map(({ message }) => ({ path, message })));
  }
}

async function sourceOf(uri: string, settings: SourceSettings): Promise<ValidatedSource> {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
  switch (scheme) {
    case 'file':
      return validateFile(uri, settings);
    case 'https':
    case 'http':
      return validateWebAddress(uri, settings);
    case 's3':
      return validateBucket(uri, settings);
    default:
      return refuse(`«${uri.slice(0, 100)}» is no file:, https: or s3: address`);
  }
}

/** `file:NAME` and `file:///NAME` below the imports folder, or `file:///FULL/PATH` of a file in it. */
async function validateFile(uri: string, { importsFolder }: SourceSettings): Promise<ValidatedSource> {
  const match = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)$/i.exec(uri);
  const name = match === null ? null : decoded(match[1]!);
  if (name === null || name === '' || name.startsWith('//'))
    return refuse('expected file:NAME, the name of a file below the folder «imports» of the data folder');
  if (name.includes('\0') || name.includes('\\') || name.split('/').includes('..'))
    return refuse('a file: address must not have «..», backslashes or NUL');
  const folder = await realpath(importsFolder).catch(() => resolve(importsFolder));
  const candidates = [join(folder, name), ...(isAbsolute(name) ? [resolve(name)] : [])];
  for (const candidate of candidates) {
    if (!isBelow(folder, candidate) && !isBelow(resolve(importsFolder), candidate)) continue;
    const path = await realpath(candidate).catch(() => null);
    if (path === null) continue;
    if (!isBelow(folder, path)) return refuse('the file leads out of the folder «imports»');
    if (!(await lstat(path)).isFile()) return refuse('what lies there is no plain file');
    const way = relative(folder, path).split(sep);
    if (reservedFolders.has(way[0]!)) return refuse("the operator's own imports keep their notes there");
    return { kind: 'file', path, name: way.join('/') };
  }
  return refuse(
    'there is no such file below the folder «imports» of the data folder; put it there, or name it as file:NAME',
  );
}

/** Folders of `counterpart import`. They hold rejected rows of profiles, of any tenant. */
const reservedFolders: ReadonlySet<string> = new Set(['unfinished', 'rejects']);

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

/** Encoded slashes and dots are rejected: some servers decode them, so that they leave the allowed path. */
const encodedTraversal = /%2f|%5c|%2e|%00|\\/i;

export function validateWebAddress(uri: string, { prefixes }: SourceSettings): ValidatedSource {
  const url = URL.parse(uri);
  if (url === null || url.hostname === '') return refuse(`«${uri.slice(0, 100)}» is no address`);
  if (url.username !== '' || url.password !== '')
    return refuse('an address with a user name or password is not taken');
  if (encodedTraversal.test(uri.split(/[?#]/, 1)[0]!) || encodedTraversal.test(url.pathname))
    return refuse('an address with encoded slashes, dots or backslashes in its path is not taken');
  const address = `${url.protocol}//${url.host}${url.pathname}`;
  if (!prefixes.some(({ scheme, start }) => scheme !== 's3' && address.startsWith(start)))
    return notAllowed();
  return { kind: 'web', url, name: url.pathname.split('/').at(-1) ?? '' };
}

function validateBucket(uri: string, { prefixes }: SourceSettings): ValidatedSource {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/i.exec(uri);
  const [, bucket, key] = match ?? [];
  if (bucket === undefined || key === undefined) return refuse('expected s3://BUCKET/KEY');
  if (key.split('/').some((part) => part === '..' || part === '.') || /[\0\\]/.test(key))
    return refuse('a key with «.» or «..» as a part, backslashes or NUL is not taken');
  if (!prefixes.some(({ scheme, start }) => scheme === 's3' && `s3://${bucket}/${key}`.startsWith(start)))
    return notAllowed();
  return { kind: 's3', bucket, key, name: key.split('/').at(-1) ?? '' };
}

function notAllowed(): never {
  return refuse(
    'the operator does not allow imports from there; the setting COUNTERPART_IMPORT_SOURCES lists what is allowed',
  );
}

function refuse(message: string): never {
  throw invalidRequest([{ path: 'source_uri', message }]);
}
