import { expect, it } from 'vitest';
import { emptyWebhookForm, webhookRequest, withEvent } from './webhook-form.ts';

it('sends only what is filled in', () => {
  const form = { ...emptyWebhookForm, url: ' https://example.com/hook ' };
  expect(webhookRequest(form)).toEqual({ url: 'https://example.com/hook' });
  const chosen = withEvent(withEvent(form, 'job.finished'), 'match.mutual');
  expect(webhookRequest({ ...chosen, description: ' chat ' })).toEqual({
    ...{ url: 'https://example.com/hook', description: 'chat' },
    events: ['match.mutual', 'job.finished'],
  });
  expect(webhookRequest(withEvent(chosen, 'job.finished')).events).toEqual(['match.mutual']);
});
