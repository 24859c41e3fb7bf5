/** Which `memory_ref` may be fetched at all; anything else is 400. */
import { invalidRequest } from '../../contract/errors.ts';
import { type AllowedAddress, allowedAddress } from '../../outbound/allowed-address.ts';

export function memoryReference(given: string, allowedHosts: readonly string[]): AllowedAddress {
  const address = allowedAddress(given, allowedHosts);
  if (typeof address === 'string') throw invalidRequest([{ path: 'memory_ref', message: address }]);
  return address;
}
