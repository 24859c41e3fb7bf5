/**
 * Describes network faults in a few fixed sentences. They are shown to the caller that gave the address, so
 * they say nothing of resolvers, sockets, files or resolved addresses. The cause has the details, for the
 * log.
 */

/** `message` may be shown to callers. */
export class NetworkFault extends Error {
  override readonly name = 'NetworkFault';
}

/** `peer`: the called service, «the memory store». `timeoutMs`: its time limit. */
export function networkFault(error: unknown, peer: string, timeoutMs: number): NetworkFault {
  if (error instanceof NetworkFault) return error;
  return new NetworkFault(`${peer} ${whatWentWrong(error, timeoutMs)}`, { cause: error });
}

/** A description fit for callers; for any other error only the fact that it happened. */
export function faultInWords(error: unknown): string {
  return error instanceof NetworkFault ? error.message : 'it cannot be read';
}

/** Continues a sentence after the name of the called service. */
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

/** The message of request-filtering-agent, which has no code for it. */
const refusedByAgent = /^DNS lookup .* is not allowed/;
const certificateFault =
  /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;
const brokenOff: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

interface CodedError extends Error {
  readonly code?: string;
}

const MOST_CAUSES = 5;

/** The error and its causes; `fetch` has the true fault only there. */
function causes(error: unknown): readonly CodedError[] {
  const chain: CodedError[] = [];
  for (let next = error; next instanceof Error && chain.length < MOST_CAUSES; next = next.cause)
    chain.push(next);
  return chain;
}
