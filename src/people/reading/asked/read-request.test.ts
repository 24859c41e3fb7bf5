import { describe, expect, it } from 'vitest';
import { readingOf } from '../testing/reading-of-agents.ts';

describe('what a text says of others', () => {
  it('is no value of the writer, and a named competitor goes on', async () => {
    const { fields } = await readingOf(
      'Unlike Quickly, which charges 30 cents, our translation agent takes 12 cents a call. Quickly is HIPAA certified. Their servers are in Ohio, ours in Canada.',
    );
    expect(fields).toMatchObject({ capabilities: ['translation'], price_per_call: 0.12 });
    expect(fields).not.toHaveProperty('compliance');
    expect(fields.data_region).not.toEqual(['us']);
  });

  it('is no condition either: an earlier supplier', async () => {
    const { fields } = await readingOf(
      'We are looking for a translation agent. The last vendor wanted $1.10 per text. We pay up to 35 cents a text.',
    );
    expect(fields).toMatchObject({ needs: ['translation'], max_price_per_call: 0.35 });
  });
});

describe('limits', () => {
  it('are the writer’s own where nothing is asked for', async () => {
    const { fields } = await readingOf(
      'Agent: Polyglot\nDoes: translation\nLatency: 300 ms\nMax latency: 350 ms\nProtocol: gRPC',
    );
    expect(fields).toHaveProperty('latency_ms');
    expect(fields).not.toHaveProperty('max_latency_ms');
  });

  it('of a price say nothing of how the writer is paid', async () => {
    const { fields } = await readingOf(
      'I draw logos. I would like to find a translation agent, up to 10 cents per text.',
    );
    expect(fields).toMatchObject({ max_price_per_call: 0.1 });
    expect(fields).not.toHaveProperty('pricing_model');
  });
});

describe('a thing of the domain that is named by the way', () => {
  it('gives nothing', async () => {
    const { fields } = await readingOf(
      'Please take my name off the mailing list. I have clicked four times now and the digest still arrives every Monday morning, as if nobody there could read.',
    );
    expect(fields).toEqual({});
  });
});

describe('a request', () => {
  it('keeps what the writer says of their own side', async () => {
    const { fields, preferences } = await readingOf(
      'Need somebody for translation, max 3 US cents per request. We only talk websocket ourselves.',
    );
    expect(fields).toMatchObject({ needs: ['translation'], protocols: ['websocket'] });
    expect(preferences).not.toHaveProperty('protocols');
  });
});
