/** The engine's ids are at most 512 bytes long; user ids may be longer, and are hashed then. */
import { createHash } from 'node:crypto';

const LONGEST = 480;
const HASHED = '~';

export function documentId(userId: string): string {
  if (Buffer.byteLength(userId) <= LONGEST && !userId.startsWith(HASHED)) return userId;
  return `${HASHED}${createHash('sha256').update(userId).digest('hex')}`;
}

/** Whether the id is the user id. Otherwise the document holds it in `u`. */
export function isOwnId(id: string): boolean {
  return !id.startsWith(HASHED);
}
