/**
 * Faults in the address of a request. The router would answer them before authentication, but 400 must come
 * after 401, 403 and 429. So a faulty path is escaped for routing, remembered, and refused at its turn.
 */
import type { IncomingMessage } from 'node:http';
import { invalidRequest } from '../../../contract/errors.ts';

const faults = new WeakMap<IncomingMessage, string>();

/** For Fastify's `rewriteUrl`: an address that can always be routed. */
export function routableUrl(request: IncomingMessage): string {
  const url = originForm(request.url ?? '/');
  const fault = faultOf(url);
  if (fault === undefined) return url;
  faults.set(request, fault);
  const [path, query] = splitUrl(url);
  return path.replaceAll('%', '%25') + query;
}

/**
 * A client that takes this server for a proxy sends `GET http://host/path` and means the path (RFC 9112,
 * 3.2.2).
 */
function originForm(url: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  if (rest === undefined) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Throws 400 where the original address was faulty. */
export function refuseFaultyUrl(request: IncomingMessage): void {
  const fault = faults.get(request);
  if (fault !== undefined) throw invalidRequest([{ path: 'url', message: fault }]);
}

/** The path, and the query with its question mark (or an empty text). */
function splitUrl(url: string): readonly [string, string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark)];
}

function faultOf(url: string): string | undefined {
  const [path, query] = splitUrl(url);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what an address is made of
  if (!/^[\u0000-\u007f]*$/.test(url)) {
    return 'the address has bytes outside ASCII; percent-encode them as UTF-8 (encodeURIComponent)';
  }
  for (const [part, text] of [
    ['path', path],
    ['query', query],
  ] as const) {
    try {
      decodeURIComponent(text);
    } catch {
      return `the ${part} has a «%» that does not begin percent-encoded UTF-8; write a bare «%» as «%25»`;
    }
  }
  return undefined;
}
