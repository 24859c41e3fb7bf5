import { describe, expect, it } from 'vitest';
import { readingOf } from '../testing/reading-of-agents.ts';

const offer = 'I plan bus tours. Looking for an agent that books hotels.';

describe('facts after a question', () => {
  it('are limits of the writer', async () => {
    const { fields } = await readingOf(`${offer} 150 ms or it is worthless to me. 3 cents per call.`);
    expect(fields).toMatchObject({ max_latency_ms: 150, max_price_per_call: 0.03 });
    expect(fields).not.toHaveProperty('latency_ms');
    expect(fields).not.toHaveProperty('price_per_call');
    expect(fields).not.toHaveProperty('pricing_model');
  });

  it('are conditions of the counterpart', async () => {
    const { fields, preferences } = await readingOf(
      `${offer} We are an insurer, so: GDPR and ISO 27001, both.`,
    );
    expect(preferences).toMatchObject({ compliance: ['gdpr', 'iso27001'] });
    expect(fields).not.toHaveProperty('compliance');
  });

  it.each([
    ['what it charges', 'I charge 3 cents per call.', { price_per_call: 0.03 }],
    ['what it takes', 'I answer within 150 ms.', { latency_ms: 150 }],
    ['what it holds', 'I am GDPR compliant.', { compliance: ['gdpr'] }],
  ])('stay the writer’s where the text says %s', async (_, statement, expected) => {
    const { fields } = await readingOf(`${offer} ${statement}`);
    expect(fields).toMatchObject(expected);
  });

  it('stay the writer’s behind a label of their own line', async () => {
    const { fields } = await readingOf(
      'Capability: route planning\nNeeds: forecasting\nPrice: 3 cents per call\nLatency: 150 ms',
    );
    expect(fields).toMatchObject({ price_per_call: 0.03, latency_ms: 150 });
  });
});

describe('a text that asks for nothing', () => {
  it('has no wishes', async () => {
    const { fields, preferences } = await readingOf(
      'Avvo reads contracts for law firms. Nothing leaves the system until a human lawyer has approved it.',
    );
    expect(preferences).toEqual({});
    expect(fields).not.toHaveProperty('need_text');
  });
});
