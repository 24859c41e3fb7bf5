import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EncoderRole, EncoderSpec } from '../../platform/storage/encoder-store.ts';
import type { Store } from '../../platform/storage/store.ts';
import { sampleVector, sampleWrite } from '../../platform/storage/testing/sample-profiles.ts';
import type { StoreUnderTest } from '../../platform/storage/testing/store-under-test.ts';
import { storesUnderTest } from '../../platform/storage/testing/stores-under-test.ts';
import { WatchedEncoders } from './active-encoders.ts';
import { resolveEncoders } from './resolve-encoders.ts';
import { switchEncoder } from './switch-encoder.ts';
import { encoderId, type TextEncoder } from './text-encoder.ts';

let under: StoreUnderTest;
let store: Store;
const closed: string[] = [];
/** Settings whose encoder cannot be opened now. */
const down = new Set<string>();

beforeAll(async () => {
  under = await storesUnderTest[0]!.open();
  store = under.store;
});
beforeEach(async () => {
  await under.empty();
  closed.length = 0;
  down.clear();
});
afterEach(() => vi.useRealTimers());
afterAll(() => under.dispose());

/** Named by its setting. */
function encoderOf(setting: string): TextEncoder {
  const identity = { name: setting, version: '1', dimension: 2, weightsHash: 'f'.repeat(64) };
  return {
    identity,
    encode: async (texts) => texts.map((text) => Float32Array.of(text.length, 1)),
    encodeProfile: async () => ({ vector: Float32Array.of(1, 0), sentences: [] }),
    close: async () => {
      closed.push(setting);
    },
  };
}

const open = async ({ setting }: EncoderSpec) => {
  if (down.has(setting)) throw new Error(`${setting} is down`);
  return encoderOf(setting);
};
const idOf = (setting: string) => encoderId(encoderOf(setting).identity);
const specOf = (setting: string): EncoderSpec => ({ setting, model: null });
const now = () => '2026-03-01T12:00:00.000Z';
const roleOf = (setting: string): EncoderRole => ({
  encoderId: idOf(setting),
  spec: specOf(setting),
  since: now(),
});

function settle(given: string | null, mayBeginSwitch = true) {
  return resolveEncoders(store.encoders, given === null ? null : specOf(given), {
    open,
    mayBeginSwitch,
    now,
  });
}

async function roles() {
  const { serving, target } = await store.encoders.roles();
  return [serving?.encoderId ?? null, target?.encoderId ?? null];
}

describe('a start', () => {
  it('of a new store takes what is set, and the embedded one where nothing is', async () => {
    await settle(null);
    expect(await roles()).toEqual([idOf('embedded'), null]);
    await under.empty();
    expect((await settle('hf:a/b')).notice).toBeNull();
    expect(await roles()).toEqual([idOf('hf:a/b'), null]);
  });

  it('without a new setting keeps what there is', async () => {
    await settle('hf:a/b');
    const { opened, notice } = await settle(null);
    expect([opened.map(({ identity }) => identity.name), notice]).toEqual([['hf:a/b'], null]);
    expect(await roles()).toEqual([idOf('hf:a/b'), null]);
  });

  it('with another encoder begins a switch, continues it, and ends it with the serving one', async () => {
    await settle('hf:a/b');
    expect((await settle('hf:c/d')).notice).toMatch(/encoded anew with hf:c\/d@1/);
    const begun = await store.encoders.roles();
    expect((await settle('hf:c/d')).notice).toBeNull();
    expect((await settle(null)).notice).toBeNull();
    expect(await store.encoders.roles()).toEqual(begun);
    expect(await roles()).toEqual([idOf('hf:a/b'), idOf('hf:c/d')]);
    expect((await settle('hf:a/b')).notice).toMatch(/the switch to hf:c\/d@1\S+ is ended/);
    expect(await roles()).toEqual([idOf('hf:a/b'), null]);
  });

  it('of a command begins none, and says which it uses', async () => {
    await settle('hf:a/b');
    const { opened, notice } = await settle('hf:c/d', false);
    expect(opened.map(({ identity }) => identity.name)).toEqual(['hf:a/b']);
    expect(notice).toMatch(/TEXT_ENCODER names hf:c\/d, but the store has hf:a\/b@1/);
    expect(await roles()).toEqual([idOf('hf:a/b'), null]);
  });

  it('that cannot open the one that serves says what to do', async () => {
    await settle('hf:a/b');
    down.add('hf:a/b');
    await expect(settle(null)).rejects.toThrow(/hf:a\/b is down.*set TEXT_ENCODER to another encoder/);
    expect((await settle('hf:c/d')).notice).toMatch(/encoded anew/);
    // During a switch, either encoder suffices.
    await settle(null);
  });

  it('with an address that carries a key keeps nothing', async () => {
    for (const address of ['https://me:secret@host/v1', 'https://host/v1?api-key=secret'])
      await expect(settle(`openai:${address}`)).rejects.toThrow(/give it as TEXT_ENCODER_API_KEY/);
    expect(await roles()).toEqual([null, null]);
  });

  it('finds the encoder of vectors that were made before roles were kept', async () => {
    const profileVector = sampleVector('dating', { encoderId: idOf('embedded') });
    await store.profiles.write([sampleWrite('ana', {}, { vectors: [profileVector] })]);
    await settle('hf:c/d');
    const watched = new WatchedEncoders({ store: store.encoders, open, onProblem: expect.fail });
    expect((await watched.opened()).serving.encoder?.identity.name).toBe('embedded');
    await watched.close();
  });
});

describe('encoders in force', () => {
  it('are those of the store, with the next use, also where another process changed them', async () => {
    await store.encoders.adopt(roleOf('hf:a/b'));
    const watched = new WatchedEncoders({ store: store.encoders, open, onProblem: expect.fail, lingerMs: 0 });
    expect((await watched.opened()).target).toBeNull();
    await under.another.encoders.startSwitch(roleOf('hf:c/d'));
    expect((await watched.opened()).target?.encoder?.identity.name).toBe('hf:c/d');
    expect(await under.another.encoders.finishSwitch(idOf('hf:c/d'), now())).toBe('switched');
    const { serving, target } = await watched.active();
    expect([serving.encoder?.identity.name, target]).toEqual(['hf:c/d', null]);
    await vi.waitFor(() => expect(closed).toEqual(['hf:a/b']), 20_000);
    await watched.close();
    expect(closed).toEqual(['hf:a/b', 'hf:c/d']);
  });

  it('one that cannot be opened stops nothing, is reported once, and is tried again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await store.encoders.adopt(roleOf('hf:a/b'));
    down.add('hf:a/b');
    const problems: string[] = [];
    const onProblem = (_id: string, problem: string) => problems.push(problem);
    const watched = new WatchedEncoders({ store: store.encoders, open, onProblem });
    expect((await watched.opened()).serving).toEqual({
      encoderId: idOf('hf:a/b'),
      encoder: null,
      problem: 'hf:a/b is down',
    });
    vi.setSystemTime(Date.now() + 31_000);
    expect((await watched.opened()).serving.encoder).toBeNull();
    expect(problems).toEqual(['hf:a/b is down']);
    down.clear();
    expect((await watched.opened()).serving.encoder).toBeNull();
    vi.setSystemTime(Date.now() + 31_000);
    expect((await watched.opened()).serving).toMatchObject({ encoder: expect.anything(), problem: null });
    await watched.close();
  });

  it('one whose files were replaced is not the one that it was', async () => {
    await store.encoders.adopt({ ...roleOf('hf:a/b'), encoderId: 'hf:a/b@1#00000000' });
    const problems: string[] = [];
    const watched = new WatchedEncoders({
      store: store.encoders,
      open,
      onProblem: (_id, problem) => problems.push(problem),
    });
    expect((await watched.opened()).serving.encoder).toBeNull();
    expect(problems).toEqual([
      `hf:a/b is ${idOf('hf:a/b')} now, and was hf:a/b@1#00000000 when its vectors were made`,
    ]);
    expect(closed).toEqual(['hf:a/b']);
    await watched.close();
  });
});

describe('the operator’s switch', () => {
  it('changes nothing where the encoder cannot be opened, or tells no texts apart', async () => {
    await store.encoders.adopt(roleOf('hf:a/b'));
    const before = await store.encoders.roles();
    down.add('hf:c/d');
    await expect(switchEncoder(store.encoders, specOf('hf:c/d'), { open, now })).rejects.toThrow('is down');
    const dull = async (spec: EncoderSpec): Promise<TextEncoder> => ({
      ...(await open(spec)),
      encode: async (texts) => texts.map(() => Float32Array.of(1, 0)),
    });
    await expect(switchEncoder(store.encoders, specOf('hf:e/f'), { open: dull, now })).rejects.toThrow(
      /is it a text encoder/,
    );
    expect(await store.encoders.roles()).toEqual(before);
  });

  it('says whether it began, ended or changed nothing', async () => {
    const change = async (setting: string) =>
      (await switchEncoder(store.encoders, specOf(setting), { open, now })).outcome;
    expect(await change('hf:a/b')).toBe('serves');
    expect(await change('hf:c/d')).toBe('begun');
    expect(await change('hf:a/b')).toBe('ended');
    expect(await change('hf:a/b')).toBe('serves');
  });
});
