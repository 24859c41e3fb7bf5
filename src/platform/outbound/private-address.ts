/**
 * Keeps the service from calling into its own network (SSRF). The address that a caller gave is checked as
 * written. The resolved address is checked again when the connection is made, so that a name cannot change in
 * between.
 *
 * An address is public if it is global unicast and in no block of IANA's registries of special-purpose
 * addresses (iana-ipv4-special-registry, iana-ipv6-special-registry). An IPv6 address that carries an IPv4
 * address leads to that address, or to a relay. None of these is public, except the mapped form of a public
 * address.
 */
import dns from 'node:dns';
import type http from 'node:http';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

const ipv4Blocks = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers; metadata of Alibaba Cloud (100.100.100.200)
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // host agent, DNS and metadata of Azure: a public address by the registries
  '169.254.0.0/16', // link-local; metadata of most clouds (169.254.169.254)
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; metadata of Oracle Cloud (192.0.0.192)
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

/** Global unicast, of which the blocks below are taken out. */
const GLOBAL_IPV6 = '2000::/3';
const ipv6Blocks = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, AMT, AS112, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];
/** The last 64 bits begin so in ISATAP addresses, below any prefix (RFC 5214). */
const isatap = new Set([0x0000_5efe, 0x0200_5efe]);

const parsed = (blocks: readonly string[]) => blocks.map((block) => ipaddr.parseCIDR(block));
const specialIpv4 = parsed(ipv4Blocks);
const specialIpv6 = parsed(ipv6Blocks);
const globalIpv6 = ipaddr.parseCIDR(GLOBAL_IPV6);

/** Decided from the host of a URL alone; URL parsing has normalised decimal, octal and hexadecimal forms. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  // An address with a zone is of this machine's own links.
  if (host.includes('%')) return true;
  return ipaddr.isValid(host) && !isPublic(ipaddr.process(inHexadecimal(host)));
}

/** The parser takes the compatible form ::1.2.3.4, as resolvers write it, for the mapped one. */
function inHexadecimal(host: string): string {
  return host.includes(':') ? new URL(`http://[${host}]/`).hostname.slice(1, -1) : host;
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !specialIpv4.some((block) => address.match(block));
  const { parts } = address;
  if (isatap.has(parts[4]! * 0x1_0000 + parts[5]!)) return false;
  return address.match(globalIpv6) && !specialIpv6.some((block) => address.match(block));
}

/**
 * The system's resolver. A single private address refuses the name. The agent itself knows fewer private
 * addresses.
 */
const lookupPublic: LookupFunction = (hostname, options, callback) =>
  dns.lookup(hostname, options, (error, address, family) => {
    const found = Array.isArray(address) ? address.map((each) => each.address) : [address];
    const refused = error === null && found.find(isPrivateHost);
    const fault = refused ? new Error(`DNS lookup ${refused} is not allowed`) : error;
    callback(fault, address, family);
  });

/** Refuses connections to private addresses, unless the operator trusts the host. */
export function filteringAgent(url: URL, { isTrusted }: { readonly isTrusted: boolean }): http.Agent {
  const options = {
    ...{ allowPrivateIPAddress: isTrusted, allowMetaIPAddress: isTrusted },
    ...(!isTrusted && { lookup: lookupPublic }),
  };
  return url.protocol === 'https:'
    ? new RequestFilteringHttpsAgent(options)
    : new RequestFilteringHttpAgent(options);
}
