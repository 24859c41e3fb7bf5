import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TenantId, tenantId } from '../../../contract/brands.ts';
import { builtInLabels } from '../../../domains/active-domain.ts';
import { DomainDefinition } from '../../../domains/definition.ts';
import { WatchedEncoders } from '../../../engines/encoders/active-encoders.ts';
import { alwaysServing } from '../../../engines/encoders/testing/always-serving.ts';
import { encoderId, type TextEncoder } from '../../../engines/encoders/text-encoder.ts';
import { normalize } from '../../../platform/numeric/vectors.ts';
import { quantizeFinely } from '../../../platform/storage/quantized-vector.ts';
import type { Store } from '../../../platform/storage/store.ts';
import type { StoreUnderTest } from '../../../platform/storage/testing/store-under-test.ts';
import { storesUnderTest } from '../../../platform/storage/testing/stores-under-test.ts';
import { createProfileService, type Profiles } from '../create-profile-service.ts';
import { makeMissing, type ReencodeProgress, reencodeProfiles } from './reencode-profiles.ts';
import { createRefreshLimiter } from './refresh-limiter.ts';

const extractsNothing = {
  extract: async () => ({ values: [], preferences: {}, preferenceSpans: {} }),
};

const people = DomainDefinition.parse({
  domain: 'people',
  version: 1,
  title: 'People',
  description: 'For tests',
  reciprocal: 'off',
  candidates: 'any',
  scorecard: { terms: [] },
  fields: [{ name: 'about', kind: 'soft', type: 'string' }],
});
const definitions = new Map([people, { ...people, domain: 'clubs' }].map((each) => [each.domain, each]));

/** Counts the letters of its alphabet; of a text without any, it knows nothing. */
class LetterEncoder implements TextEncoder {
  readonly identity: TextEncoder['identity'];
  readonly #alphabet: string;
  /** Called before a batch is encoded, as a job does it; writers encode one profile at a time. */
  beforeBatch: (() => Promise<void>) | null = null;
  refuses: (text: string) => boolean = () => false;

  constructor(name: string, alphabet: string) {
    this.#alphabet = alphabet;
    this.identity = { name, version: '1', dimension: alphabet.length, weightsHash: name.repeat(64) };
  }

  vectorOf(text: string): Float32Array {
    const counts = Float32Array.from(this.#alphabet, (letter) => text.split(letter).length - 1);
    return normalize(counts);
  }

  async encode(texts: readonly string[]) {
    await this.beforeBatch?.();
    if (texts.some(this.refuses)) throw new Error('the encoder is down');
    return texts.map((text) => this.vectorOf(text));
  }

  async encodeProfile(text: string) {
    if (this.refuses(text)) throw new Error('the encoder is down');
    return { vector: this.vectorOf(text), sentences: [] };
  }

  async close() {}
}

const NAMES = ['a', 'b', 'c'] as const;
type Name = (typeof NAMES)[number];
const texts = ['tea and rain', 'rhythm', '1234', '', 'umbrella', 'tea, tea and more tea', 'sky by my gym'];

let under: StoreUnderTest;
let store: Store;
beforeAll(async () => {
  under = await storesUnderTest[0]!.open();
  store = under.store;
});
afterAll(() => under.dispose());

function profilesWith(encoders: Parameters<typeof createProfileService>[0]['encoders']): Profiles {
  let contexts = 0;
  return createProfileService({
    store,
    encoders,
    resolvePlace: () => null,
    domainFor: async (_tenant, domain) => ({
      definition: definitions.get(domain)!,
      labels: builtInLabels,
      threshold: 1000,
    }),
    extractorFor: async () => extractsNothing,
    rulesFor: async () => extractsNothing,
    memoryAccess: async () => ({ allowedHosts: [], header: null }),
    enrichmentAccess: async () => null,
    versionFor: async () => {
      throw new Error('no version is asked for here');
    },
    refreshLimiter: createRefreshLimiter(),
    clock: Date.now,
    newContextId: () => `ctx_${contexts++}`,
  });
}

/** A store in which `a` serves, people as they should be, and jobs that can be disturbed. */
class World {
  readonly encoders = {
    a: new LetterEncoder('a', 'abcdefghijklmnopqrstuvwxyz'),
    b: new LetterEncoder('b', 'aeiou'),
    c: new LetterEncoder('c', 'ty'),
  };
  readonly texts = new Map<string, string>();
  readonly reported: ReencodeProgress[] = [];
  readonly watched: WatchedEncoders;
  readonly #tenant: TenantId;
  readonly #aware: Profiles;
  #job = new AbortController();

  constructor(tenant: TenantId) {
    this.#tenant = tenant;
    this.watched = new WatchedEncoders({
      store: store.encoders,
      open: async ({ setting }) => this.encoders[setting as Name],
      onProblem: () => {},
    });
    this.#aware = profilesWith(this.watched);
  }

  async use(name: Name): Promise<void> {
    const spec = { setting: name, model: null };
    const role = { encoderId: this.id(name), spec, since: '2026-01-01T00:00:00.000Z' };
    if ((await store.encoders.roles()).serving === null) await store.encoders.adopt(role);
    else await store.encoders.startSwitch(role);
    await this.watched.opened();
  }

  id(name: Name): string {
    return encoderId(this.encoders[name].identity);
  }

  async put(user: string, text: string, by: 'aware' | Name = 'aware'): Promise<void> {
    const profiles = by === 'aware' ? this.#aware : profilesWith(alwaysServing(this.encoders[by]));
    await profiles.upsert(this.#tenant, {
      user_id: user,
      domain: 'people',
      fields: text === '' ? {} : { about: text },
    });
    this.texts.set(user, text);
  }

  async erase(user: string): Promise<void> {
    if (!this.texts.delete(user)) return;
    await this.#aware.erase(this.#tenant, user, null);
  }

  async makeLazily(user: string): Promise<void> {
    await this.#aware.ensureVector(this.#tenant, user, 'clubs');
  }

  kill(): void {
    this.#job.abort('killed');
  }

  get parts() {
    return {
      store,
      encoders: this.watched,
      definitionFor: async (_tenant: TenantId, domain: string) => definitions.get(domain)!,
      clock: Date.now,
      rowsABatch: 2,
      waitMs: 1,
      keepOldMs: 0,
    };
  }

  /** False: it was killed. */
  async runJob(work: typeof makeMissing | typeof reencodeProfiles = makeMissing): Promise<boolean> {
    this.#job = new AbortController();
    const { signal } = this.#job;
    try {
      await work(this.parts, { signal, onProgress: (progress) => this.reported.push(progress) });
      return true;
    } catch (error) {
      if (!signal.aborted) throw error;
      return false;
    }
  }

  /** Whatever happened: every vector that is stored is of the text that its person has now. */
  async expectOneText(): Promise<void> {
    for (const user of ['ana', 'ben', 'cem', 'dora', 'eve']) {
      for (const { encoderId: id, vector } of await store.profiles.vectors(this.#tenant, user)) {
        const text = this.texts.get(user);
        expect(text, `${user} was erased and has a vector`).toBeDefined();
        const name = NAMES.find((each) => this.id(each) === id)!;
        expect([user, id, vector]).toEqual([user, id, quantizeFinely(this.encoders[name].vectorOf(text!))]);
      }
    }
  }

  /** Every profile has a vector of the serving encoder and no other. */
  async expectAll(name: Name): Promise<void> {
    const roles = await store.encoders.roles();
    expect([roles.serving?.encoderId, roles.target]).toEqual([this.id(name), null]);
    expect(await store.encoders.countRowsToEncode()).toBe(0);
    for (const [user, text] of this.texts) {
      const vectors = await store.profiles.vectors(this.#tenant, user);
      const own = vectors.filter(({ domain }) => domain === 'people').map(({ encoderId: id }) => id);
      const knows = this.encoders[name].vectorOf(text).some((value) => value > 0);
      expect([user, own]).toEqual([user, knows ? [this.id(name)] : []]);
    }
    await this.expectOneText();
  }
}

async function newWorld(): Promise<World> {
  await under.empty();
  const world = new World(tenantId('ten_acme'));
  await world.use('a');
  return world;
}

const user = fc.constantFrom('ana', 'ben', 'cem', 'dora', 'eve');
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      user,
      text: fc.constantFrom(...texts),
      by: fc.constantFrom('aware' as const, 'aware' as const, 'a' as const, 'b' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), user }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lazy' as const), user }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), to: fc.constantFrom(...NAMES) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(world: World, given: Step): Promise<void> {
  switch (given.do) {
    case 'put':
      return world.put(given.user, given.text, given.by);
    case 'erase':
      return world.erase(given.user);
    case 'lazy':
      return world.makeLazily(given.user);
    case 'switch':
      return world.use(given.to);
    case 'kill':
      return world.kill();
  }
}

describe('a switch', () => {
  test('loses nothing and mixes nothing, whatever is written, erased, killed and changed while it is made', {
    timeout: 300_000,
  }, async () => {
    const run = async (before: readonly string[], steps: readonly Step[]) => {
      const world = await newWorld();
      for (const [at, text] of before.entries())
        await world.put(['ana', 'ben', 'cem', 'dora', 'eve'][at]!, text);
      await world.use('b');
      const left = [...steps];
      // A job takes every error of an encoder for a failure of the encoder and waits. So faults of the test
      // itself are kept apart.
      let fault: unknown = null;
      const disturb = async () => {
        try {
          for (const given of left.splice(0, 2)) await take(world, given);
          await world.expectOneText();
        } catch (error) {
          fault ??= error;
          left.length = 0;
        }
      };
      for (const encoder of Object.values(world.encoders)) encoder.beforeBatch = disturb;
      while (left.length > 0) {
        await world.runJob();
        await disturb();
      }
      const end = (await store.encoders.roles()).target ?? (await store.encoders.roles()).serving!;
      expect(await world.runJob(reencodeProfiles)).toBe(true);
      if (fault !== null) throw fault;
      await world.expectAll(NAMES.find((name) => world.id(name) === end.encoderId)!);
    };
    const starts = fc.array(fc.constantFrom(...texts), { minLength: 3, maxLength: 5 });
    await fc.assert(fc.asyncProperty(starts, fc.array(step, { maxLength: 12 }), run), {
      numRuns: Number(process.env.COUNTERPART_REENCODE_RUNS ?? 25),
    });
  });

  test('shows each record with the vector of the encoder that serves alone', async () => {
    const world = await newWorld();
    await world.put('ana', 'tea and rain');
    await world.use('b');
    await world.put('ben', 'umbrella');
    const profiles = profilesWith(world.watched);
    const shown = async (id: string) => (await profiles.get(tenantId('ten_acme'), id, 'people')).embeddings;
    expect(await shown('ana')).toEqual({ people: { dim: 26, version: world.id('a') } });
    expect(await shown('ben')).toEqual({ people: { dim: 26, version: world.id('a') } });
    await world.runJob();
    expect(await shown('ana')).toEqual({ people: { dim: 5, version: world.id('b') } });
    expect(await shown('ben')).toEqual({ people: { dim: 5, version: world.id('b') } });
  });

  test('waits for an encoder that is down, reports it, and continues when it is back', async () => {
    const world = await newWorld();
    for (const name of ['ana', 'ben', 'cem']) await world.put(name, 'tea and rain');
    await world.use('b');
    let failures = 3;
    world.encoders.b.refuses = () => failures-- > 0;
    expect(await world.runJob(reencodeProfiles)).toBe(true);
    expect(world.reported[0]).toMatchObject({ rowsLeft: 3, share: 0, problem: 'the encoder is down' });
    expect(world.reported.at(-1)).toMatchObject({ rowsLeft: 0, share: 1, problem: null, refused: 0 });
    await world.expectAll('b');
  });

  test('leaves a text that the encoder refuses without a vector, and every other text with one', async () => {
    const world = await newWorld();
    await world.put('ana', 'tea and rain');
    await world.put('ben', 'poison');
    await world.put('cem', 'umbrella');
    await world.use('b');
    world.encoders.b.refuses = (text) => text === 'poison';
    expect(await world.runJob(reencodeProfiles)).toBe(true);
    expect(world.reported.at(-1)).toMatchObject({ refused: 1 });
    const roles = await store.encoders.roles();
    expect([roles.serving?.encoderId, roles.target]).toEqual([world.id('b'), null]);
    const has = async (name: string) => (await store.profiles.vectors(tenantId('ten_acme'), name)).length;
    expect([await has('ana'), await has('ben'), await has('cem')]).toEqual([1, 0, 1]);
  });

  test('writes continue with the new encoder alone where the old one is unreachable', async () => {
    const world = await newWorld();
    await world.put('ana', 'tea and rain');
    await world.use('b');
    world.encoders.a.refuses = () => true;
    await world.put('ben', 'umbrella');
    const vectors = await store.profiles.vectors(tenantId('ten_acme'), 'ben');
    expect(vectors.map(({ encoderId: id }) => id)).toEqual([world.id('b')]);
    await world.runJob(reencodeProfiles);
    await world.expectAll('b');
  });

  test('a write that the new encoder fails in is kept, and its vector made later', async () => {
    const world = await newWorld();
    await world.use('b');
    await world.runJob(reencodeProfiles);
    await world.use('c');
    world.encoders.c.refuses = () => true;
    await world.put('ana', 'tea and rain');
    world.encoders.c.refuses = () => false;
    await world.runJob(reencodeProfiles);
    await world.expectAll('c');
  });
});
