/**
 * Which `memory_ref` may be fetched at all, told from the address alone: https to public hosts, and http or https
 * to the hosts that the operator allow-listed for the tenant (those may be private). Anything else is 400.
 */
import { invalidRequest } from '../../contract/errors.ts';
import { isPrivateHost } from '../../outbound/private-address.ts';

export interface MemoryReference {
  readonly url: URL;
  /** An allow-listed host is trusted to be where it is, private address or not. */
  readonly allowListed: boolean;
}

export function memoryReference(given: string, allowedHosts: readonly string[]): MemoryReference {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null) return refuse(`«${given.slice(0, 100)}» is not an address; expected https://…`);
  const allowListed = allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname);
  if (url.username !== '' || url.password !== '')
    return refuse('an address with a user name or password is not taken');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowListed)) {
    return refuse(
      `${url.protocol}// is not allowed for this host; expected https, or a host that was allow-listed at onboarding`,
    );
  }
  if (!allowListed && isPrivateHost(url.hostname)) {
    return refuse(
      'the host is a private address; expected a public one, or a host that was allow-listed at onboarding',
    );
  }
  return { url, allowListed };
}

function refuse(message: string): never {
  throw invalidRequest([{ path: 'memory_ref', message }]);
}
