/**
 * Decides whether two texts are the same. They are if their normalised forms are equal: case, white space,
 * punctuation and Unicode form do not count. They also are if MinHash estimates a Jaccard similarity of at
 * least 0.9 over word 3-shingles (Broder 1997). K = 64 hash functions give a standard error of √(0.9·0.1/64)
 * ≈ 0.04.
 */
import { hash } from 'node:crypto';

const K = 64;
const NEAR_IDENTICAL = 0.9;
const SHINGLE_WORDS = 3;

export interface TextSignature {
  readonly hash: string;
  readonly minhash: Uint32Array;
}

export function signText(text: string): TextSignature {
  const words = normaliseText(text);
  return { hash: hash('sha256', words.join(' '), 'hex'), minhash: minhash(words) };
}

export function nearIdentical(a: TextSignature, b: TextSignature): boolean {
  if (a.hash === b.hash) return true;
  let equal = 0;
  for (let k = 0; k < K; k++) if (a.minhash[k] === b.minhash[k]) equal++;
  return equal / K >= NEAR_IDENTICAL;
}

/** Words in order; a text without any letter or digit (emoji, punctuation) counts as its own characters. */
function normaliseText(text: string): readonly string[] {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [...folded.replace(/\s+/gu, '')];
}

function minhash(words: readonly string[]): Uint32Array {
  const signature = new Uint32Array(K).fill(0xffffffff);
  const last = Math.max(0, words.length - SHINGLE_WORDS);
  for (let at = 0; at <= last; at++) {
    const shingle = fnv1a(words.slice(at, at + SHINGLE_WORDS).join(' '));
    for (let k = 0; k < K; k++) {
      const value = mix(shingle ^ Math.imul(k + 1, 0x9e3779b1));
      if (value < signature[k]!) signature[k] = value;
    }
  }
  return signature;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Finaliser of MurmurHash3 (Appleby): every input bit reaches every output bit. */
function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
