import { expect, test } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { emptyMatch, fakeLimits, fakeServer, keys } from '../testing/http-fakes.ts';

const times = { wait: 0.1234567, light_ml: 12.5, store: 1 };

async function matched(slowRequestMs: number, waitMs: number) {
  const metrics = createMetrics(undefined, { processFigures: false });
  const server = await fakeServer({
    metrics,
    limits: { ...fakeLimits, slowRequestMs },
    match: {
      match: async () => {
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        return { ...emptyMatch, times };
      },
    },
  });
  const answer = await server.app.inject({
    method: 'POST',
    url: '/v1/match',
    headers: { authorization: `Bearer ${keys.all}` },
    payload: { user_id: 'a', domain: 'd' },
  });
  expect(answer.statusCode).toBe(200);
  await server.app.close();
  const lines = server.logged.filter(({ msg }) => msg === 'slow request');
  return { lines, figures: await metrics.render(), text: answer.body };
}

test('a slow request has a line with operation, workspace, request id and stages, and is counted', async () => {
  const { lines, figures, text } = await matched(20, 40);
  expect(lines).toEqual([
    expect.objectContaining({
      operation: 'match',
      tenant: 'ten_a',
      request_id: expect.stringMatching(/^req_/),
      status: 200,
      ms: expect.any(Number),
      stages_ms: { wait: 0.123, light_ml: 12.5, store: 1 },
    }),
  ]);
  expect(figures).toContain('counterpart_slow_requests_total{operation="match"} 1');
  expect(text).not.toContain('12.5');
});

test('a quick request has none; 0 turns the log off', async () => {
  expect((await matched(60_000, 0)).lines).toEqual([]);
  expect((await matched(0, 30)).lines).toEqual([]);
});
