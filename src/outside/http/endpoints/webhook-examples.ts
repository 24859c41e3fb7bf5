/** Answers of the documentation, until a service's own are recorded. */
const AT = '2026-11-30T09:00:00.000Z';
export const webhookExample = {
  id: 'wh_01jx8m9y3n6v4k2q7w5t1r8p0z',
  url: 'https://example.com/hooks/matches',
  events: ['match.mutual'],
  description: 'opens the chat of two people',
  enabled: true,
  disabled_at: null,
  disabled_because: null,
  earlier_secret_until: null,
  created_at: AT,
} as const;

/** The secret of the example in the specification of Standard Webhooks. */
export const EXAMPLE_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const pendingExample = {
  id: 'whd_01jx8m9y3n6v4k2q7w5t1r8p0z',
  webhook_id: webhookExample.id,
  event_id: 'evt_01jx8m9y3n6v4k2q7w5t1r8p0z',
  type: 'webhook.test',
  status: 'pending',
  attempts: [],
  next_attempt_at: AT,
  payload: { type: 'webhook.test', timestamp: AT, data: { webhook_id: webhookExample.id } },
  created_at: AT,
  finished_at: null,
} as const;
