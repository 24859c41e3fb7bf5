/**
 * The invariants that must hold whatever the clock does. Each has its own things, made at some moment of the
 * clock, and looks at all of them after each jump.
 */
import type { ComposedService } from '../../test/service/testing/composed-service.ts';
import type { JumpingClock } from './jumping-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Under {
  readonly service: ComposedService;
  readonly clock: JumpingClock;
}

export interface Invariant {
  readonly name: string;
  make(n: number): Promise<void>;
  /** The broken cases in words, and the number of things looked at. */
  look(): Promise<{ readonly looked: number; readonly faults: readonly string[] }>;
}

export function invariantsOf(under: Under): readonly Invariant[] {
  return [
    keyedAnswers(under),
    rates(under),
    expiringKeys(under),
    sessions(under),
    matches(under),
    experiments(under),
  ];
}

const person = (user_id: string) => ({
  ...{ user_id, domain: 'dating' },
  fields: { age: 30, gender: 'woman', location: 'Lisbon' },
});

/** An answer is given again for 24 hours, and never belongs to another time's request. */
function keyedAnswers({ service, clock }: Under): Invariant {
  const made: { readonly n: number; readonly atMs: number; readonly text: string }[] = [];
  const ask = (n: number) => service.send('users', person(`keyed-${n}`), `clock-key-${n}`);
  return {
    name: 'idempotency keys',
    make: async (n) => {
      const atMs = clock.now();
      made.push({ n, atMs, text: (await ask(n)).text });
    },
    look: async () => {
      const inForce = made.filter(({ atMs }) => clock.latestMs() < atMs + DAY_MS - HOUR_MS);
      const faults: string[] = [];
      for (const { n, text } of inForce) {
        const again = await ask(n);
        if (again.headers['idempotent-replayed'] !== 'true' || again.text !== text)
          faults.push(`key ${n} is not replayed: ${again.status} ${again.text.slice(0, 100)}`);
      }
      return { looked: inForce.length, faults };
    },
  };
}

/**
 * A bucket fills at its rate: no jump shuts a key out for longer, or lets more than a burst through at once.
 */
function rates({ service, clock }: Under): Invariant {
  const [rate, burst] = [5, 10];
  let keys: string[] = [];
  const allowed = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode, body } = await service.server.inject({ method: 'GET', url: '/v1/domains', headers });
    const waitMs = statusCode === 429 ? JSON.parse(body).error.details.retry_after_ms : 0;
    return { isAllowed: statusCode === 200, waitMs };
  };
  return {
    name: 'rates',
    make: async () => {
      const [tenant] = await service.accounts.listTenants();
      keys = [...keys, (await service.accounts.createKey(tenant!.tenantId, { rate, burst })).key].slice(-3);
    },
    look: async () => {
      const faults: string[] = [];
      for (const key of keys) {
        let passed = 0;
        let last = await allowed(key);
        for (; last.isAllowed && passed <= 3 * burst; last = await allowed(key)) passed += 1;
        if (passed > 2 * burst) faults.push(`${passed} requests passed at once, with a burst of ${burst}`);
        if (last.waitMs > 1000 / rate + 1) faults.push(`a key waits ${last.waitMs} ms at ${rate} a second`);
        clock.jump(1000);
        if (!(await allowed(key)).isAllowed) faults.push('a key is shut out a second after its last request');
      }
      return { looked: keys.length, faults };
    },
  };
}

/** A key opens until its end and not after it, also where the clock has been there before. */
function expiringKeys({ service, clock }: Under): Invariant {
  const made: { readonly key: string; readonly endMs: number }[] = [];
  return {
    name: 'ends of keys',
    make: async (n) => {
      const endMs = clock.now() + (1 + (n % 40)) * HOUR_MS;
      const [tenant] = await service.accounts.listTenants();
      const given = { rate: 1e6, burst: 1e6, expiresAt: new Date(endMs).toISOString() };
      made.push({ key: (await service.accounts.createKey(tenant!.tenantId, given)).key, endMs });
    },
    look: async () => {
      const faults: string[] = [];
      for (const { key, endMs } of made) {
        const headers = { authorization: `Bearer ${key}` };
        const { statusCode } = await service.server.inject({ method: 'GET', url: '/v1/domains', headers });
        const expected = clock.now() < endMs ? 200 : 401;
        if (statusCode !== expected) faults.push(`a key answers ${statusCode} instead of ${expected}`);
      }
      return { looked: made.length, faults };
    },
  };
}

/** A session that has ended may be gone for good; one that has not opens. */
function sessions({ service, clock }: Under): Invariant {
  const made: { readonly token: string; readonly endMs: number }[] = [];
  const opens = (token: string) =>
    service.accounts.sessions.authenticate(token).then(
      () => true,
      () => false,
    );
  return {
    name: 'sessions of the console',
    make: async () => {
      const { token, expiresAtMs } = await service.accounts.sessions.signIn({ apiKey: service.key }, []);
      made.push({ token, endMs: expiresAtMs });
    },
    look: async () => {
      const faults: string[] = [];
      for (const { token, endMs } of made) {
        const isOpen = await opens(token);
        if (isOpen && clock.now() >= endMs) faults.push('a session opens after its end');
        if (!isOpen && clock.latestMs() < endMs) faults.push('a session does not open before its end');
      }
      return { looked: made.length, faults };
    },
  };
}

/** Shown matches are kept for much longer than the jumps are. */
function matches({ service }: Under): Invariant {
  const ids: string[] = [];
  return {
    name: 'shown matches',
    make: async () => {
      await service.send('users', person('seeker'));
      const { status, body } = await service.send('match', { user_id: 'seeker', domain: 'dating' });
      if (status === 200) ids.push(body.match_id);
    },
    look: async () => {
      const faults: string[] = [];
      for (const id of ids) {
        const { status } = await service.send(`matches/${id}`);
        if (status !== 200) faults.push(`match ${id}: ${status}`);
      }
      return { looked: ids.length, faults };
    },
  };
}

/** An experiment of 28 days is not ended by a jump of one. */
function experiments({ service }: Under): Invariant {
  let id: string | null = null;
  let operatorKey = '';
  const call = async (path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${operatorKey}` };
    const method = payload === undefined ? 'GET' : 'POST';
    const answer = await service.server.inject({
      method,
      url: `/v1/${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    name: 'experiments',
    make: async () => {
      if (id !== null) return;
      operatorKey = (await service.accounts.createOperatorKey({ rate: 1e6, burst: 1e6 })).key;
      const [tenant] = await service.accounts.listTenants();
      const { status, body } = await call('experiments', {
        ...{ tenant_id: tenant!.tenantId, domain: 'dating', name: 'jumps', design: 'split' },
        arms: [{ name: 'usual' }, { name: 'same' }],
        ...{ primary_metric: 'positive_per_seeker_day', stop: { smallest_effect: 0.05 } },
      });
      if (status >= 300) throw new Error(JSON.stringify(body));
      id = body.id;
    },
    look: async () => {
      const { body } = await call(`experiments/${id}`);
      return { looked: 1, faults: body.state === 'running' ? [] : [`the experiment is ${body.state}`] };
    },
  };
}
