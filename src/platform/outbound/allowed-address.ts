/**
 * Decides from an address alone whether the service may call it. It may call public hosts by https. Hosts
 * that the operator allow-listed for the tenant may be private, and may also be called by http.
 */
import { isPrivateHost } from './private-address.ts';

export interface AllowedAddress {
  readonly url: URL;
  /** An allow-listed host is trusted with any address, private or not. */
  readonly allowListed: boolean;
}

/** The address, or the reason of the refusal, worded for the caller that gave it. */
export function allowedAddress(text: string, allowedHosts: readonly string[]): AllowedAddress | string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return `«${text.slice(0, 100)}» is not an address; expected https://…`;
  const allowListed = allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname);
  if (url.username !== '' || url.password !== '') {
    return 'an address with a user name or password is not taken';
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowListed)) {
    return `${url.protocol}// is not allowed for this host; expected https, or a host that was allow-listed at onboarding`;
  }
  if (!allowListed && isPrivateHost(url.hostname)) {
    return 'the host is a private address; expected a public one, or a host that was allow-listed at onboarding';
  }
  return { url, allowListed };
}
