/**
 * What goes wrong on the way to another host, in one of a handful of sentences. They go to whoever gave the address,
 * and so hold nothing of resolvers, sockets, files and the addresses that a name stands for. The cause has all of it,
 * for the log.
 */

/** `message` is fit for callers. */
export class NetworkFault extends Error {
  override readonly name = 'NetworkFault';
}

/** `who` is called: «the memory store». `timeoutMs`: how long it had. */
export function networkFault(error: unknown, who: string, timeoutMs: number): NetworkFault {
  if (error instanceof NetworkFault) return error;
  return new NetworkFault(`${who} ${whatWentWrong(error, timeoutMs)}`, { cause: error });
}

/** The words of a fault that are fit for callers; of any other error only that it happened. */
export function faultInWords(error: unknown): string {
  return error instanceof NetworkFault ? error.message : 'it cannot be read';
}

/** As it follows the name of what was called. */
export function whatWentWrong(error: unknown, timeoutMs: number): string {
  const chain = causes(error);
  const codes = chain.map(({ code }) => code ?? '');
  if (chain.some(({ message }) => refusedByAgent.test(message)))
    return 'is at an address that is not allowed: a private one, or one for special use';
  if (chain.some(({ name }) => name === 'TimeoutError') || codes.includes('ETIMEDOUT'))
    return `did not answer within ${timeoutMs} ms`;
  if (codes.some((code) => certificateFault.test(code))) return 'has a certificate that cannot be trusted';
  if (chain.some(({ name, code = '' }) => name === 'HTTPParserError' || /^HPE_|^ERR_HTTP/.test(code)))
    return 'did not answer in HTTP';
  if (codes.some((code) => brokenOff.has(code))) return 'broke the connection off';
  return 'cannot be reached';
}

/** The words of request-filtering-agent, which has no code for it. */
const refusedByAgent = /^DNS lookup .* is not allowed/;
const certificateFault =
  /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;
const brokenOff: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

interface CodedError extends Error {
  readonly code?: string;
}

const MOST_CAUSES = 5;

/** The error and what it was caused by; `fetch` says the true fault only there. */
function causes(error: unknown): readonly CodedError[] {
  const chain: CodedError[] = [];
  for (let next = error; next instanceof Error && chain.length < MOST_CAUSES; next = next.cause)
    chain.push(next);
  return chain;
}
