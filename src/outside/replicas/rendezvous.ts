/**
 * Rendezvous hashing (Thaler and Ravishankar 1998): every server gives every index a score, and the servers
 * with the highest scores own it. A joining server takes over only the indexes that it now scores highest
 * for. The indexes of a leaving server go to the next in each order. Nothing else moves, and a server needs
 * only the list of servers.
 */
import { createHash } from 'node:crypto';

/**
 * The `count` servers with the highest scores for the key, highest first; all of them where there are fewer.
 */
export function ownersOf(key: string, servers: readonly string[], count: number): readonly string[] {
  return servers
    .map((server) => ({ server, score: scoreOf(server, key) }))
    .sort((a, b) => b.score - a.score || (a.server < b.server ? -1 : 1))
    .slice(0, count)
    .map(({ server }) => server);
}

const SCORE_BYTES = 6;

/** 0 to 2^48 − 1. */
function scoreOf(server: string, key: string): number {
  return createHash('sha256').update(`${server}\n${key}`).digest().readUIntBE(0, SCORE_BYTES);
}
