/** The receivers that the guide shows take what the standard's own library signs, and nothing else. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { webhookEventTypes } from '../src/contract/webhook.ts';

const page = readFileSync(new URL('../docs/guide/webhooks.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'counterpart-webhooks-guide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(language: string, name: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)!;
  const file = join(folder, name);
  writeFileSync(file, code!);
  return file;
}

type Headers = Readonly<Record<string, string>>;
type Receiver = (headers: Headers, body: string, secret: string) => Promise<boolean>;

const receivers: Readonly<Record<string, Receiver>> = {
  TypeScript: async (headers, body, secret) => {
    const { isGenuine } = await import(pathToFileURL(written('ts', 'receiver.ts')).href);
    return isGenuine(headers, body, secret);
  },
  Python: async (headers, body, secret) => {
    written('python', 'receiver.py');
    const call =
      'import json, sys; from receiver import is_genuine; h, b, s = json.load(sys.stdin); print(is_genuine(h, b.encode(), s))';
    const input = JSON.stringify([headers, body, secret]);
    const printed = execFileSync('python3', ['-c', call], { cwd: folder, input, encoding: 'utf8' });
    return printed.trim() === 'True';
  },
};

describe.each(Object.entries(receivers))('%s', (_, isGenuine) => {
  const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
  const [secret, other] = [newSecret(), newSecret()];
  const body = '{"type":"match.mutual","data":{"name":"Zoë"}}';
  const signed = (secrets: readonly string[], atMs = Date.now()) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': secrets
      .map((each) => new Webhook(each).sign('evt_1', new Date(atMs), body))
      .join(' '),
  });

  test('takes what is signed, also while the secret is rotated', async () => {
    expect(await isGenuine(signed([secret]), body, secret)).toBe(true);
    expect(await isGenuine(signed([other, secret]), body, secret)).toBe(true);
  });

  test('refuses another body, another secret, another id and an old message', async () => {
    expect(await isGenuine(signed([secret]), `${body} `, secret)).toBe(false);
    expect(await isGenuine(signed([other]), body, secret)).toBe(false);
    expect(await isGenuine({ ...signed([secret]), 'webhook-id': 'evt_2' }, body, secret)).toBe(false);
    expect(await isGenuine(signed([secret], Date.now() - 3_600_000), body, secret)).toBe(false);
  });
});

test('the guide has every event', () => {
  const events = [...page.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, type]) => type);
  expect(events.sort()).toEqual([...webhookEventTypes].sort());
});
