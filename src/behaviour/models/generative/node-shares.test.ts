import { expect, test } from 'vitest';
import { buildCodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import { nodeShares } from './node-shares.ts';

/** One level: items 0 and 1 were learned from and have code 0 and 1; 2 and 3 are new, with codes 2 and 3. */
const trie = buildCodeTrie({ codes: [0, 1, 2, 3], levels: 1, numbers: new Uint32Array(4) });
const sizes = [4, 2];
const state = Float32Array.of(1, 0);
const logits = Float32Array.of(Math.log(3), 0, 50, -50);
const told = (shares: Float64Array) => Array.from(shares, (share) => Math.round(1e4 * Math.exp(share)) / 1e4);

test('children that were learned from share by their logits alone', () => {
  const shares = nodeShares(trie, { sizes });
  const even = Float32Array.of(Math.log(3), 0, 0, Math.log(4));
  expect(shares.needsDecoder(0, 0)).toBe(true);
  expect(told(shares.logShares(0, 0, even, state))).toEqual([0.3333, 0.1111, 0.1111, 0.4444]);
  expect(shares.needsDecoder(1, 0)).toBe(false);
  expect(told(shares.logShares(1, 0, null, state))).toEqual([1]);
});

test('new children have the share of average ones, whatever their logits, where contents are not known', () => {
  const shares = nodeShares(trie, { sizes, known: Uint8Array.of(1, 1, 0, 0) });
  expect(told(shares.logShares(0, 0, logits, state))).toEqual([0.375, 0.125, 0.25, 0.25]);
});

test('by their contents, those that fit the state have more, and take it from all', () => {
  const values = Float32Array.of(0, 1, 0, 0, Math.log(4), 0, 0, 9);
  const contents = { values, sharpness: 1 };
  const shares = nodeShares(trie, { sizes, known: Uint8Array.of(1, 1, 0, 0), contents });
  // Weights 1, 1, 4, 1: the new ones have 5/7.
  expect(told(shares.logShares(0, 0, logits, state))).toEqual([0.2143, 0.0714, 0.5714, 0.1429]);
});

test('a node of new items alone, and one with a single old one, need no decoder', () => {
  const known = Uint8Array.of(1, 0, 0, 0);
  const shares = nodeShares(trie, { sizes, known });
  expect(shares.needsDecoder(0, 0)).toBe(false);
  expect(told(shares.logShares(0, 0, null, state))).toEqual([0.25, 0.25, 0.25, 0.25]);
  const none = nodeShares(trie, { sizes, known: new Uint8Array(4) });
  expect(told(none.logShares(0, 0, null, state))).toEqual([0.25, 0.25, 0.25, 0.25]);
});
