/** Words the faults of the Kafka client, in sentences that may be shown to callers. */
import { NetworkFault, networkFault } from '../network-fault.ts';

interface ClientError extends Error {
  /** The code of a broker's refusal, such as `TOPIC_AUTHORIZATION_FAILED`. */
  readonly apiId?: string;
  readonly errors?: readonly unknown[];
  readonly code?: unknown;
}

const PEER = 'the broker';
/** Messages of the client, which has no code for them. */
const worded: readonly (readonly [RegExp, string])[] = [
  [/^Unknown topic/, 'has no such topic; make the topic first'],
  [/timed out/i, 'did not answer in time'],
  [/unexpected response/i, 'did not answer as Kafka does'],
  [/\bclosed\b/i, 'broke the connection off'],
];
const MOST_ERRORS = 50;

export function kafkaFault(error: unknown, timeoutMs: number): NetworkFault {
  if (error instanceof NetworkFault) return error;
  const errors = errorsIn(error);
  const refusal = errors.find(({ apiId }) => apiId !== undefined);
  if (refusal !== undefined)
    return new NetworkFault(`${PEER} refused the record: ${refusal.apiId}`, { cause: error });
  // The code of the machine says more than the client's.
  const ofMachine = errors.find(({ code }) => typeof code === 'string' && !code.startsWith('PLT_KFK_'));
  if (ofMachine !== undefined) return networkFault(ofMachine, PEER, timeoutMs);
  const [, words] = worded.find(([form]) => errors.some(({ message }) => form.test(message))) ?? [];
  return words === undefined
    ? networkFault(error, PEER, timeoutMs)
    : new NetworkFault(`${PEER} ${words}`, { cause: error });
}

/** The error, its causes, and those that it collects. */
function errorsIn(error: unknown): readonly ClientError[] {
  const found: ClientError[] = [];
  const left = [error];
  while (left.length > 0 && found.length < MOST_ERRORS) {
    const next = left.shift();
    if (!(next instanceof Error)) continue;
    const each: ClientError = next;
    found.push(each);
    left.push(each.cause, ...(each.errors ?? []));
  }
  return found;
}
