/** Default limit for the unpacked size of a packed source. */
export const DEFAULT_UNPACKED_MIB = 65_536;

/**
 * Locations outside the data folder from which the operator allows imports, by prefix: `https://host/path/`
 * and `s3://bucket/path/`. `http://` is meant only for hosts inside the operator's own network.
 */
export interface ImportPrefix {
  readonly scheme: 'https' | 'http' | 's3';
  /** Ends with `/`; compared with addresses in the same normal form. */
  readonly start: string;
}

/** Parts are separated by spaces. Throws an Error that names the faulty part. */
export function parseImportPrefixes(text: string): readonly ImportPrefix[] {
  return text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map(parsePrefix);
}

function parsePrefix(text: string): ImportPrefix {
  const url = URL.parse(text);
  const scheme = url?.protocol.slice(0, -1);
  if (url === null || (scheme !== 'https' && scheme !== 'http' && scheme !== 's3') || url.hostname === '')
    throw new Error(`«${text}» is no https:// or s3:// address`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error(`«${text}» has more than host and path`);
  const start = `${url.protocol}//${url.host}${url.pathname}`;
  return { scheme, start: start.endsWith('/') ? start : `${start}/` };
}
