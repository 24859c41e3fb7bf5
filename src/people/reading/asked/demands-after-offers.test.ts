import { describe, expect, it } from 'vitest';
import { readingOf } from '../testing/reading-of-agents.ts';

describe('a text that offers and asks', () => {
  it('has conditions of the counterpart after the question', async () => {
    const { fields, preferences } = await readingOf(
      'Our agent plans the routes of vans. We look for a forecasting agent. It must be hosted in Canada. Each may take up to 2 minutes.',
    );
    expect(fields).toMatchObject({ capabilities: ['route_planning'], max_latency_ms: 120_000 });
    expect(fields).not.toHaveProperty('data_region');
    expect(fields).not.toHaveProperty('latency_ms');
    expect(preferences).toMatchObject({ data_region: 'canada' });
  });

  it('keeps what the writer says of themselves in the sentence of a condition', async () => {
    const { fields, preferences } = await readingOf(
      'I draw logos. I need a translation agent. SOC 2 is a must, and I speak GraphQL.',
    );
    expect(fields).toMatchObject({ capabilities: ['image_generation'], protocols: ['graphql'] });
    expect(preferences).toEqual({ compliance: 'soc2' });
  });

  it.each([
    ['before the question', 'I draw logos. Servers must be in Canada. I need a translation agent.'],
    ['that callers meet', 'I draw logos. I need a translation agent. Callers must use OAuth 2.'],
    [
      'in a text that asks for nothing',
      'I draw logos for those who want quick ones. Servers must stay in Canada.',
    ],
    [
      'after a question to the reader',
      'Need logos drawn? I draw them. OAuth 2 is a must. Servers in Canada.',
    ],
    ['without words of a condition', 'I draw logos. I need a translation agent. OAuth 2, Canada.'],
  ])('keeps statements %s', async (_, text) => {
    const { fields } = await readingOf(text);
    expect(Object.keys(fields).filter((name) => name === 'auth' || name === 'data_region')).not.toEqual([]);
  });

  it('has no model of pricing from what it would pay', async () => {
    const { fields } = await readingOf(
      'I draw logos. I need a translation agent. I can pay as much as 30 US cents per call.',
    );
    expect(fields).toMatchObject({ max_price_per_call: 0.3 });
    expect(fields).not.toHaveProperty('pricing_model');
  });
});
