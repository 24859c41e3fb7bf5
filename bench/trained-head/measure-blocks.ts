/**
 * Matches of two servers in interleaved blocks, so that other work of the machine meets both sides. Both get
 * the same seekers, and the side that goes first alternates. Each round starts both servers anew, since
 * compiled code and memory differ a little from start to start.
 */
import type { MatchResult } from '../../src/contract/match.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { filters, type Strength } from '../world/filter-strengths.ts';
import { worldUserId } from '../world/generate-people.ts';
import type { RunningServer } from '../world/running-server.ts';
import type { Side } from './both-folders.ts';

/** The matches of one side, one after the other. */
export interface Block {
  readonly answers: readonly { readonly ms: number; readonly result: MatchResult }[];
  readonly processorMs: number;
}

export type Pair = Readonly<Record<Side, Block>>;

export interface BlockSettings {
  readonly rounds: number;
  readonly pairsARound: number;
  /** Matches a side and pair. */
  readonly matches: number;
  /** Matches of each filter and side before the first that counts. */
  readonly warmUp: number;
  /** Numbers of the people whose matches are measured. */
  readonly seekers: readonly number[];
}

type Servers = Readonly<Record<Side, RunningServer>>;
type RequestOf = (strength: Strength, n: number) => object;
type Send = (server: RunningServer, strength: Strength, from: number, count: number) => Promise<Block>;

export const strengths = Object.keys(filters) as readonly Strength[];
const SEED = 11;

export async function measureBlocks(
  start: (side: Side) => Promise<RunningServer>,
  settings: BlockSettings,
): Promise<ReadonlyMap<Strength, readonly Pair[]>> {
  const requestOf = requestsOf(settings.seekers);
  const send = senderOf(requestOf);
  const pairs = new Map<Strength, Pair[]>(strengths.map((strength) => [strength, []]));
  for (let round = 0; round < settings.rounds; round++) {
    await using prior = await start('prior');
    await using trained = await start('trained');
    const servers = { prior, trained };
    for (const server of Object.values(servers)) {
      await server.firstMatchMs(requestOf('weak', 0));
      for (const strength of strengths) await send(server, strength, 0, settings.warmUp);
    }
    for (let n = 0; n < settings.pairsARound; n++)
      for (const strength of strengths)
        pairs.get(strength)!.push(await measurePair(servers, strength, round * settings.pairsARound + n));
  }
  return pairs;

  async function measurePair(servers: Servers, strength: Strength, n: number): Promise<Pair> {
    const from = settings.warmUp + n * settings.matches;
    const block = (side: Side) => send(servers[side], strength, from, settings.matches);
    if (n % 2 === 0) return { prior: await block('prior'), trained: await block('trained') };
    const trained = await block('trained');
    return { prior: await block('prior'), trained };
  }
}

/** All stages but llm_judge, explained; the same request for the same n. */
function requestsOf(seekers: readonly number[]): RequestOf {
  return (strength, n) => ({
    user_id: worldUserId(new SeededRandom(SEED + n).pick(seekers)),
    domain: 'dating',
    limit: 10,
    explain: true,
    filters: filters[strength],
  });
}

/** Throws at the first match that fails. */
function senderOf(requestOf: RequestOf): Send {
  return async (server, strength, from, count) => {
    const before = server.processorSeconds();
    const answers: Block['answers'][number][] = [];
    for (let n = from; n < from + count; n++) {
      const answer = await server.call<MatchResult>('POST', '/v1/match', requestOf(strength, n));
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      answers.push({ ms: answer.ms, result: answer.body });
    }
    return { answers, processorMs: (1000 * (server.processorSeconds() - before)) / count };
  };
}
