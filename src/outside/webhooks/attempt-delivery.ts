/** Sends an event to where its webhook leads: one call of an address, or one record in a topic of Kafka. */
import type { TenantId } from '../../contract/brands.ts';
import { productVersion } from '../../contract/product-version.ts';
import type { AllowedAddress } from '../../platform/outbound/allowed-address.ts';
import type { AllowedTopic } from '../../platform/outbound/kafka/allowed-topic.ts';
import type { KafkaProducers } from '../../platform/outbound/kafka/kafka-producers.ts';
import { NetworkFault } from '../../platform/outbound/network-fault.ts';
import { postForStatus, type StatusAnswer } from '../../platform/outbound/post-for-status.ts';
import type { Delivery, Webhook } from '../../platform/storage/webhook-store.ts';
import { allowedDestination } from './allowed-destination.ts';
import type { AllowedHosts } from './create-webhook-service.ts';
import { payloadOf } from './payload.ts';
import { signMessage } from './sign-message.ts';

const TIMEOUT_MS = 15_000;

export interface AttemptParts {
  readonly allowedHosts: AllowedHosts;
  readonly producers: Pick<KafkaProducers, 'send'>;
  /** Epoch ms. */
  readonly clock: () => number;
}

/** Without a status: the fault; null where a topic took the event. */
export type Answer = StatusAnswer | { readonly status: null; readonly error: string | null };

/** The message that is sent, in whichever way. */
interface SignedEvent {
  readonly tenant: TenantId;
  readonly eventId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Throws where the worker stops; the attempt is then made again. */
export async function attemptDelivery(
  { allowedHosts, producers, clock }: AttemptParts,
  webhook: Webhook,
  delivery: Delivery,
  stopping: AbortSignal,
): Promise<Answer> {
  const { url, tenantId } = webhook;
  const to = allowedDestination(url, await allowedHosts(tenantId));
  if (typeof to === 'string') return { status: null, error: to };
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]);
  const event = { ...signedEvent(webhook, delivery, clock()), signal };
  try {
    return 'url' in to ? await post(to, event) : await append(producers, to, event);
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    return { status: null, error: error.message };
  }
}

function signedEvent(
  { tenantId: tenant, secret, earlierSecret }: Webhook,
  { event }: Delivery,
  nowMs: number,
): Omit<SignedEvent, 'signal'> {
  const { eventId } = event;
  const body = JSON.stringify(payloadOf(event));
  const earlier = earlierSecret !== null && earlierSecret.untilMs > nowMs ? [earlierSecret.secret] : [];
  const signature = signMessage({ id: eventId, body, atMs: nowMs }, [secret, ...earlier]);
  return { tenant, eventId, headers: { 'content-type': 'application/json', ...signature }, body };
}

function post(to: AllowedAddress, { headers, body, signal }: SignedEvent): Promise<StatusAnswer> {
  return postForStatus(to, {
    headers: { ...headers, 'user-agent': `Counterpart/${productVersion}` },
    body,
    signal,
    timeoutMs: TIMEOUT_MS,
    peer: 'the address',
  });
}

async function append(
  producers: AttemptParts['producers'],
  to: AllowedTopic,
  { tenant, eventId, headers, body, signal }: SignedEvent,
): Promise<Answer> {
  const record = { key: eventId, value: body, headers };
  await producers.send({ tenant, to, record, signal, timeoutMs: TIMEOUT_MS });
  return { status: null, error: null };
}
