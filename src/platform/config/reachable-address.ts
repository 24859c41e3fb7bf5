import { isIPv6 } from 'node:net';

/** An address that a client on this machine can open, whatever host the service listens on. */
export function reachableAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return isIPv6(host) ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
