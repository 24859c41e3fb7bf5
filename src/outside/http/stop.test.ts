/** The server on a real port while it stops. */
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { openRaw } from '../../platform/testing/raw-http.ts';
import { emptyMatch, fakeServer, keys } from './testing/http-fakes.ts';

test('a request in progress is answered, and its connection closed without waiting for it to idle', async () => {
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const { app } = await fakeServer({
    match: {
      match: async () => {
        entered.resolve();
        await gate.promise;
        return emptyMatch;
      },
    },
  });
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${keys.all}`, 'content-type': 'application/json' };
  const outgoing = httpRequest({ agent, port, method: 'POST', path: '/v1/match', headers });
  outgoing.end('{"user_id":"a","domain":"dating"}');
  await entered.promise;

  const closed = app.close();
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused');
  gate.resolve();
  const [answer] = await once(outgoing, 'response');
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
  answer.resume();
  // Without the header this would wait for the keep-alive time, which is longer than a test may take.
  await closed;
  agent.destroy();
});

test('an idle connection does not hold the close up', async () => {
  const { app } = await fakeServer();
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const agent = new Agent({ keepAlive: true });
  const outgoing = httpRequest({ agent, port, path: '/readyz' });
  outgoing.end();
  const [answer] = await once(outgoing, 'response');
  answer.resume();
  await once(answer, 'end');
  await app.close();
  agent.destroy();
});

test('a connection that has sent nothing does not hold the close up', async () => {
  const { app } = await fakeServer();
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const { closed } = await openRaw(port);
  await app.close();
  await closed;
});
