/**
 * Processor time a match of two servers, in interleaved pairs, so that other work of the machine meets both
 * sides. The side that goes first alternates. Each round starts both servers anew, since compiled code and
 * memory differ a little from start to start.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { matchRequest, sendMatches } from '../world/match-requests.ts';
import type { RunningServer } from '../world/running-server.ts';

export type Side = 'parent' | 'own';

export interface Pair extends Readonly<Record<Side, number>> {
  readonly first: Side;
}

export interface PairSettings {
  readonly rounds: number;
  readonly pairsARound: number;
  /** Matches a side and pair. */
  readonly matches: number;
  readonly warmUp: number;
  readonly rows: number;
  /** No pair begins after it; `performance.now()`. */
  readonly deadline: number;
}

const SETTLE_MS = 500;

/** Milliseconds of processor time a match, pair by pair. */
export async function measurePairs(
  start: (side: Side) => Promise<RunningServer>,
  settings: PairSettings,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < settings.rounds && performance.now() < settings.deadline; round++) {
    await using parent = await start('parent');
    await using own = await start('own');
    await measureRound({ parent, own }, settings, pairs);
  }
  return pairs;
}

async function measureRound(
  servers: Readonly<Record<Side, RunningServer>>,
  settings: PairSettings,
  pairs: Pair[],
): Promise<void> {
  const { rows, matches, warmUp, pairsARound, deadline } = settings;
  for (const server of Object.values(servers)) {
    await server.firstMatchMs(matchRequest('weak', 0, rows));
    await sendMatches(server, 'weak', { count: warmUp, rows });
  }
  await sleep(SETTLE_MS);
  for (let n = 0; n < pairsARound && performance.now() < deadline; n++) {
    const order: readonly Side[] = pairs.length % 2 === 0 ? ['parent', 'own'] : ['own', 'parent'];
    const taken = { parent: Number.NaN, own: Number.NaN };
    for (const side of order) {
      const before = servers[side].processorSeconds();
      await sendMatches(servers[side], 'weak', { from: pairs.length * matches, count: matches, rows });
      taken[side] = (1000 * (servers[side].processorSeconds() - before)) / matches;
    }
    pairs.push({ first: order[0]!, ...taken });
  }
}
