import type { wire } from 'counterpart-client';

type Request = wire.CreateWebhookRequest;
type EventType = NonNullable<Request['events']>[number];

export interface WebhookForm {
  readonly url: string;
  readonly description: string;
  /** None: all. */
  readonly events: readonly EventType[];
}

export const emptyWebhookForm: WebhookForm = { url: '', description: '', events: [] };

export const eventTypes: readonly EventType[] = [
  'match.mutual',
  'person.erased',
  'training.deployed',
  'training.rejected',
  'job.finished',
  'dataset.version',
  'drift.alert',
];

/** Chooses the event, or takes it back. */
export function withEvent(form: WebhookForm, type: EventType): WebhookForm {
  const events = eventTypes.filter((each) => (each === type) !== form.events.includes(each));
  return { ...form, events };
}

export function webhookRequest({ url, description, events }: WebhookForm): Request {
  return {
    url: url.trim(),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(events.length > 0 && { events: [...events] }),
  };
}
