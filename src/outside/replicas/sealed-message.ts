/**
 * Messages between servers, encrypted and authenticated with the secret that the servers share through their
 * database (AES-256-GCM). Only a process that can read the database can read a message or make one.
 *
 * A message opens only in the context that it was sealed for. A question cannot be handed back as an answer,
 * and an answer cannot answer another question.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `secret`: 32 bytes. Returns IV, ciphertext and tag in a row. */
export function seal(secret: Uint8Array, context: string, value: unknown): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, secret, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]);
}

/** null: it was not sealed with this secret for this context, or was changed. */
export function open(secret: Uint8Array, context: string, sealed: Uint8Array): unknown {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null;
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, secret, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(end));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, end)), decipher.final()]);
    return JSON.parse(text.toString());
  } catch {
    return null;
  }
}
