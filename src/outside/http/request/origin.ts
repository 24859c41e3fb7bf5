/** The address of the service as the caller sees it, for links in answers. */
import type { FastifyRequest } from 'fastify';

/**
 * The setting `PUBLIC_URL`, else scheme and host of the request. `X-Forwarded-*` is not trusted, because any
 * client can send it.
 */
export function originOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const { host, socket } = request;
  // `refuse-host.ts` has checked its form. HTTP/1.0 may omit it.
  if (host) return `${request.protocol}://${host}`;
  const address = socket.localFamily === 'IPv6' ? `[${socket.localAddress}]` : socket.localAddress;
  return `${request.protocol}://${address}:${socket.localPort}`;
}
