/**
 * A service that is killed again and again loses no event: each change that was acknowledged is told of at
 * least once, always by the same id, and no change is told of that did not happen.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { runHere } from '../service/testing/run-cli.ts';
import { killableService } from './killable-service.ts';

const KILLS = 3;
const PEOPLE = 30;
const { start, kill, send, folder } = killableService();
const random = new SeededRandom(7);

/** By id of the person: the ids of the events that told of the erasure. */
const told = new Map<string, Set<string>>();
let calls = 0;
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { data } = JSON.parse(body) as { data: { user_id: string } };
  const ids = told.get(data.user_id) ?? new Set();
  told.set(data.user_id, ids.add(String(request.headers['webhook-id'])));
  calls += 1;
  // Answers that are lost are no answers. Later ones would wait for as long as the test has run.
  if (calls <= 3) request.socket.destroy();
  else response.writeHead(204).end();
}).listen(0, '127.0.0.1');
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

// Groups of processes, and their ends, are another matter on Windows.
test.skipIf(process.platform === 'win32')('killed at random moments', { timeout: 500_000 }, async () => {
  await start();
  const allowed = await runHere(folder, 'tenants', 'set', 'main', '--memory-host', '127.0.0.1');
  expect(allowed.code).toBe(0);
  const { port } = receiver.address() as AddressInfo;
  const webhook = { url: `http://127.0.0.1:${port}/`, events: ['person.erased'] };
  const { id } = await send('/webhooks', webhook);
  const people = Array.from({ length: PEOPLE }, (_, n) => `p${n}`);
  const lines = people.map(
    (user_id) => `${JSON.stringify({ user_id, domain: 'dating', fields: { age: 30 } })}\n`,
  );
  await send('/users/batch', lines.join(''));

  const erased: string[] = [];
  const unsure: string[] = [];
  const waiting = [...people];
  for (let n = 0; n < KILLS; n++) {
    await start();
    const some = waiting.splice(0, PEOPLE / KILLS);
    // In the midst of the erasures and of their deliveries.
    const killAt = Math.ceil(random.uniform() * some.length);
    const erasing = some.map(async (user, at) => {
      await sleep(at * 50);
      await send(`/users/${user}`, undefined, undefined, 'DELETE').then(
        () => erased.push(user),
        () => unsure.push(user),
      );
      if (at + 1 === killAt) await kill();
    });
    await Promise.all(erasing);
    await kill();
  }
  await start();
  const pending = async () => (await send(`/webhooks/${id}/deliveries?status=pending`)).data.length;
  await expect.poll(pending, { timeout: 300_000, interval: 500 }).toBe(0);
  expect(erased.length).toBeGreaterThan(0);
  for (const user of erased) expect([user, told.get(user)?.size]).toEqual([user, 1]);
  for (const [user, ids] of told) {
    expect([...erased, ...unsure]).toContain(user);
    expect(ids.size).toBe(1);
  }
});
