/**
 * Requirements of HTTP itself, checked before the route: one well-formed Host (RFC 9112, 3.2), at most one
 * Authorization (RFC 9110, 5.3), no expectation but 100-continue (RFC 9110, 10.1.1). A second header can
 * smuggle a request past a proxy, which may have looked at the other one.
 */
import type { FastifyRequest } from 'fastify';
import { apiErrorAs, invalidRequest } from '../../../contract/errors.ts';
import { expectsUnknown } from '../node-server.ts';

/** A name, an IPv4 address or a bracketed IPv6 address, and an optional port. */
const wellFormed = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(:\d{1,5})?$/i;

export function refuseHost({ raw }: FastifyRequest): void {
  const hosts = valuesOf(raw, 'host');
  // HTTP/1.0 has no Host.
  if (hosts.length === 0 && raw.httpVersion === '1.0') return;
  const fault = faultOf(hosts);
  if (fault !== undefined) throw invalidRequest([{ path: 'Host', message: fault }]);
}

export function refuseSecondAuthorization({ raw }: FastifyRequest): void {
  const times = valuesOf(raw, 'authorization').length;
  if (times > 1) throw invalidRequest([{ path: 'Authorization', message: givenTimes(times) }]);
}

/** Every value of the header as it was sent; Node keeps the first of several. */
function valuesOf({ rawHeaders }: FastifyRequest['raw'], name: string): readonly string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name);
}

function givenTimes(times: number): string {
  return `the header was given ${times} times; give it once`;
}

function faultOf(given: readonly string[]): string | undefined {
  if (given.length === 0) return 'the header is missing; send the name of the server that the request is for';
  if (given.length > 1) return givenTimes(given.length);
  const [host = ''] = given;
  if (wellFormed.test(host)) return undefined;
  return `expected a name or an address, with or without a port, was given «${host.slice(0, 100)}»`;
}

export function refuseExpectation({ raw, headers }: FastifyRequest): void {
  if (!expectsUnknown(raw)) return;
  throw apiErrorAs(
    417,
    'invalid_request',
    `The header Expect asks for «${String(headers.expect).slice(0, 100)}»; only «100-continue» is known. Leave the header out.`,
    { issues: [] },
  );
}
