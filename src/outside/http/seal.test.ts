import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer } from './seal.ts';

const secret = new Uint8Array(32).fill(7);
const sealer = createSealer(secret);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('a sealed text opens for its context, with the same secret, in another process too', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.option(fc.string())), (payload, context) => {
      const wellFormed = payload.toWellFormed();
      const sealed = sealer.seal(context, wellFormed);
      expect(createSealer(secret.slice()).open(context, sealed)).toBe(wellFormed);
      expect(sealed).toMatch(/^[A-Za-z0-9_-]{43,}$/);
      expect(sealer.seal(context, wellFormed)).toBe(sealed);
    }),
  );
});

test('does not open for another context, or with another secret', () => {
  const sealed = sealer.seal(['a', 'bc'], 'x');
  for (const context of [['ab', 'c'], ['a'], ['a', 'bc', ''], ['a', 'bc', null], ['a', null], []]) {
    expect(sealer.open(context, sealed)).toBeNull();
  }
  expect(createSealer(new Uint8Array(32)).open(['a', 'bc'], sealed)).toBeNull();
});

test('every changed, removed or added character is detected', () => {
  const sealed = sealer.seal(['list'], 'job_01jbcdefgh');
  for (let at = 0; at < sealed.length; at++) {
    for (const character of alphabet) {
      if (character === sealed[at]) continue;
      expect(sealer.open(['list'], sealed.slice(0, at) + character + sealed.slice(at + 1))).toBeNull();
    }
    expect(sealer.open(['list'], sealed.slice(0, at))).toBeNull();
  }
  for (const more of ['A', '=', ' ', '\n', '.', 'é']) {
    expect(sealer.open(['list'], sealed + more)).toBeNull();
    expect(sealer.open(['list'], more + sealed)).toBeNull();
  }
});
