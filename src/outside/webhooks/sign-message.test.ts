import { expect, test } from 'vitest';
import { newSecret, signMessage } from './sign-message.ts';

test('signs as the standard’s own example', () => {
  // The example of the specification, "Signature scheme".
  const headers = signMessage(
    {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      atMs: 1_614_265_330_000,
    },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('two secrets sign at once', () => {
  const message = { id: 'evt_1', body: '{}', atMs: 0 };
  const [one, two] = [newSecret(), newSecret()];
  const both = signMessage(message, [one, two])['webhook-signature'];
  const each = [one, two].map((secret) => signMessage(message, [secret])['webhook-signature']);
  expect(both).toBe(each.join(' '));
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
