/** The page that a sign-in leads back to: a path of the console, and nothing else (no open redirect). */
const HOME = '/console/';
const MAX_LENGTH = 2000;
/** Characters of paths and queries as browsers write them. */
const plain = /^\/console\/[A-Za-z0-9\-._~!$&'()*+,;=:@/?%[\]]*$/;

/** The given path with its query, where it is a page of the console; else its first page. */
export function returnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !plain.test(value)) return HOME;
  const base = 'http://console.invalid';
  const url = URL.parse(value, base);
  // `..` may lead out of the console.
  if (url === null || url.origin !== base || !url.pathname.startsWith(HOME)) return HOME;
  return url.pathname.startsWith('/console/api') ? HOME : url.pathname + url.search;
}
