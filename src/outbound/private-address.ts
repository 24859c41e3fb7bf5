/**
 * Keeps the service from being sent into its own network: an address that a caller gave is judged by what it says, and
 * again when the connection is made, by where it really goes, so that a name which changes in between gains nothing.
 */
import type http from 'node:http';
import ipaddr from 'ipaddr.js';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** Told from the host of a URL alone, which has turned decimal, octal and hexadecimal forms into dotted ones. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() !== 'unicast';
}

/** Refuses to connect to private addresses, unless the operator trusts the host to be where it is. */
export function filteringAgent(url: URL, { isTrusted }: { readonly isTrusted: boolean }): http.Agent {
  const options = { allowPrivateIPAddress: isTrusted, allowMetaIPAddress: isTrusted };
  return url.protocol === 'https:'
    ? new RequestFilteringHttpsAgent(options)
    : new RequestFilteringHttpAgent(options);
}
