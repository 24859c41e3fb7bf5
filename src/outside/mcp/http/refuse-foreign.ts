/**
 * The callers that HTTP lets in. A page in a browser can reach a server on loopback under a name of its own
 * (DNS rebinding). So the `Host` must be a known name, and an `Origin`, which browsers send, must be this
 * server or an allowed one. The token, where there is one, is compared in constant time.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Admission {
  /** Names and addresses without port, as a URL writes them: `localhost`, `[::1]`. */
  readonly hosts: ReadonlySet<string>;
  /** Origins of web pages that may call, such as `https://inspector.example`. */
  readonly origins: ReadonlySet<string>;
  readonly token: string | null;
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

export function refusalOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  admission: Admission,
): Refusal | null {
  const host = urlOf(`http://${headers.host ?? ''}`);
  if (host === null || !admission.hosts.has(host.hostname)) {
    const message = `The Host ${shown(headers.host)} is not allowed; start with --allow-host to allow it.`;
    return { status: 403, message };
  }
  const { origin } = headers;
  if (origin !== undefined && !admission.origins.has(origin) && urlOf(origin)?.host !== host.host) {
    const message = `The Origin ${shown(origin)} is not allowed; start with --allow-origin to allow it.`;
    return { status: 403, message };
  }
  if (admission.token === null || isBearer(headers.authorization, admission.token)) return null;
  return { status: 401, message: 'A bearer token is needed: the one that COUNTERPART_MCP_TOKEN has.' };
}

function urlOf(text: string): URL | null {
  return URL.parse(text);
}

function shown(value: string | undefined): string {
  return value === undefined ? 'header is missing and' : `«${value.slice(0, 100)}»`;
}

function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
