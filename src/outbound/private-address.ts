/**
 * Keeps the service from calling into its own network (SSRF). The address that a caller gave is checked as
 * written, and the resolved address again when the connection is made, so that a name cannot change in
 * between.
 */
import type http from 'node:http';
import ipaddr from 'ipaddr.js';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** Decided from the host of a URL alone; URL parsing has normalised decimal, octal and hexadecimal forms. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() !== 'unicast';
}

/** Refuses connections to private addresses, unless the operator trusts the host. */
export function filteringAgent(url: URL, { isTrusted }: { readonly isTrusted: boolean }): http.Agent {
  const options = { allowPrivateIPAddress: isTrusted, allowMetaIPAddress: isTrusted };
  return url.protocol === 'https:'
    ? new RequestFilteringHttpsAgent(options)
    : new RequestFilteringHttpAgent(options);
}
