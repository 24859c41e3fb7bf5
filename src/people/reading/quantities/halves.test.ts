import { describe, expect, it } from 'vitest';
import { readingOf } from '../testing/reading-of-agents.ts';

describe('halves of units', () => {
  it.each([
    ['two minutes and a half', 150_000],
    ['two and a half seconds', 2500],
    ['a minute and a half', 90_000],
  ])('reads %s', async (time, latency_ms) => {
    const { fields } = await readingOf(`I draw logos within ${time} per call.`);
    expect(fields).toMatchObject({ latency_ms });
  });

  it('reads an amount and a half', async () => {
    const { fields } = await readingOf('I draw logos. It costs one dollar and a half per call.');
    expect(fields).toMatchObject({ price_per_call: 1.5 });
  });
});
