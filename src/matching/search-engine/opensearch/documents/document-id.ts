/**
 * The engine's ids are at most 512 bytes long; user ids may be longer, and are hashed then. A column holds
 * the user id, because it is read several times as fast.
 */
import { createHash } from 'node:crypto';

const LONGEST = 480;
const HASHED = '~';

export function documentId(userId: string): string {
  if (Buffer.byteLength(userId) <= LONGEST && !userId.startsWith(HASHED)) return userId;
  return `${HASHED}${createHash('sha256').update(userId).digest('hex')}`;
}
