/**
 * Signatures by Standard Webhooks 1.0.0 (github.com/standard-webhooks/standard-webhooks, spec): HMAC-SHA256
 * of `id.timestamp.body`. While a secret is rotated both sign, so that a receiver may have either.
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** The standard has 24 to 64. */
const SECRET_BYTES = 32;

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface Message {
  /** The same in every attempt. */
  readonly id: string;
  readonly body: string;
  /** The time of this attempt, ms. */
  readonly atMs: number;
}

/** The headers of an attempt, with a signature by each of the secrets. */
export function signMessage(
  { id, body, atMs }: Message,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(atMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
