import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookDeliveryFields } from '../../src/contract/webhook.ts';
import type { WebhookWithSecret } from '../../src/outside/webhooks/create-webhook-service.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';

let data: string;
const run = (...args: readonly string[]) => runHere(data, 'webhooks', ...args, '--tenant', 'acme');

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'counterpart-cli-webhooks-'));
  await runHere(data, 'tenants', 'create', 'acme', '--domains', 'dating', '--email', 'ops@acme.example');
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

test('makes, changes, rotates, tests and removes a webhook', async () => {
  const made = await jsonOf<WebhookWithSecret>(
    run('create', 'https://example.com/hook', '--events', 'match.mutual,job.finished', '--json'),
  );
  expect(made).toMatchObject({
    events: ['match.mutual', 'job.finished'],
    secret: expect.stringMatching(/^whsec_/),
  });
  expect((await run('list')).stdout).toMatch(
    new RegExp(`^${made.id} +https://example.com/hook +match.mutual,job.finished +enabled$`, 'm'),
  );
  const [delivery] = await jsonOf<WebhookDeliveryFields[]>(run('test', made.id, '--json'));
  expect(delivery).toMatchObject({ type: 'webhook.test', status: 'pending' });
  expect((await run('replay', made.id, delivery!.id)).stderr).toContain('is under way');
  expect((await run('change', made.id, '--disable', '--events', 'all')).stdout).toMatch(/all +disabled/);
  expect((await run('deliveries', made.id, '--status', 'failed')).stdout).toContain(delivery!.id);
  expect((await run('change', made.id, '--enable')).stdout).toContain('enabled');
  expect((await run('replay', made.id, delivery!.id)).stdout).toContain('pending');
  const { stdout } = await run('rotate', made.id);
  expect(stdout).toMatch(/whsec_/);
  expect(stdout).not.toContain(made.secret);
  expect((await run('list')).stdout).not.toContain('whsec_');
  expect((await run('remove', made.id)).stdout).toContain('is removed');
  expect(await run('rotate', made.id)).toMatchObject({ code: 1, stderr: expect.stringContaining(made.id) });
});

test('names what is wrong', async () => {
  expect(await run('create', 'https://example.com/', '--events', 'everything')).toMatchObject({ code: 2 });
  expect(await run('create', 'http://127.0.0.1/')).toMatchObject({ code: 1 });
  expect(await run('change', 'wh_none', '--enable', '--disable')).toMatchObject({ code: 2 });
  expect(await run('deliveries', 'wh_none', '--status', 'lost')).toMatchObject({ code: 2 });
});
