/** Bearer keys: created once, shown once, stored as a hash. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

const PREFIX = 'cp_live_';
const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 of 62 characters: 190 bits. */
const RANDOM_CHARACTERS = 32;
const keyForm = /^cp_live_[0-9A-Za-z]{22,64}$/;

export function newKey(): string {
  return (
    PREFIX + Array.from({ length: RANDOM_CHARACTERS }, () => BASE_62[randomInt(BASE_62.length)]).join('')
  );
}

export function hasKeyForm(text: string): boolean {
  return keyForm.test(text);
}

/**
 * SHA-256, hex. A key of 190 random bits needs no slow hash: unlike for a password, there is no dictionary to
 * try.
 */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}
