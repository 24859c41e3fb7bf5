/** Checks the address of a `memory_ref`. Throws 400 `invalid_request` if it may not be fetched. */
import { invalidRequest } from '../../../contract/errors.ts';
import { type AllowedAddress, allowedAddress } from '../../../platform/outbound/allowed-address.ts';

export function memoryReference(text: string, allowedHosts: readonly string[]): AllowedAddress {
  const address = allowedAddress(text, allowedHosts);
  if (typeof address === 'string') throw invalidRequest([{ path: 'memory_ref', message: address }]);
  return address;
}
