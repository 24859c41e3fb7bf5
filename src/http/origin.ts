/** Where the caller reaches the service, for links in answers. */
import type { FastifyRequest } from 'fastify';

/**
 * The setting `PUBLIC_URL`, else scheme and host as this server sees them. What a proxy says of itself in
 * `X-Forwarded-*` is not believed: anybody can send that.
 */
export function originOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const { host, socket } = request;
  // Well-formed where there is one (`refuse-host.ts`); HTTP/1.0 need not send any.
  if (host) return `${request.protocol}://${host}`;
  const address = socket.localFamily === 'IPv6' ? `[${socket.localAddress}]` : socket.localAddress;
  return `${request.protocol}://${address}:${socket.localPort}`;
}
