import { describe, expect, it } from 'vitest';
import { readingOf } from '../testing/reading-of-agents.ts';

describe('a text that only asks', () => {
  it('has conditions of the counterpart, and offers nothing', async () => {
    const { fields, preferences } = await readingOf(
      'Our hotel needs an agent that translates guest reviews. Hosted in Canada, OAuth 2. Billing: subscription.',
    );
    expect(fields).toMatchObject({ needs: ['translation'], industries: ['hospitality'] });
    expect(fields).not.toHaveProperty('data_region');
    expect(fields).not.toHaveProperty('offer_text');
    expect(preferences).toMatchObject({
      data_region: 'canada',
      auth: 'oauth2',
      pricing_model: 'subscription',
    });
  });

  it('is known where a caller wants one field alone', async () => {
    const text = 'We are looking for a translation agent. Servers in Canada.';
    const { fields, preferences } = await readingOf(text, new Set(['data_region']));
    expect([fields.data_region, preferences.data_region]).toEqual([undefined, 'canada']);
  });

  it.each([
    ['an offer before the wish', 'I draw logos. Servers in Canada. Looking for a translation agent.'],
    [
      'an offer in the own voice after it',
      'Looking for a translation agent. I draw logos. Servers in Canada.',
    ],
  ])('is none with %s', async (_, text) => {
    const { fields } = await readingOf(text);
    expect(fields).toMatchObject({ capabilities: ['image_generation'], data_region: ['canada'] });
  });

  it('is none where the question is the reader’s', async () => {
    const { fields } = await readingOf('Need an agent that tests your software? Ours does. REST, in Canada.');
    expect(fields).toMatchObject({ capabilities: ['software_testing'], protocols: ['rest'] });
  });
});
