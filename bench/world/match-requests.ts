/** Matches of random people of a generated world, sent one after the other. */
import type { MatchResult } from '../../src/contract/match.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { filters, type Strength } from './filter-strengths.ts';
import { worldUserId } from './generate-people.ts';
import type { RunningServer } from './running-server.ts';

const SEED = 11;

export interface MatchAnswer {
  readonly ms: number;
  readonly result: MatchResult;
}

/**
 * A match of a random one of `rows` people; the same one for the same n. All stages but llm_judge, explained.
 */
export function matchRequest(strength: Strength, n: number, rows: number) {
  const seeker = new SeededRandom(SEED + n).below(rows);
  return {
    user_id: worldUserId(seeker),
    domain: 'dating',
    limit: 10,
    explain: true,
    filters: filters[strength],
  };
}

/** Throws at the first match that fails. */
export async function sendMatches(
  server: Pick<RunningServer, 'call'>,
  strength: Strength,
  { from = 0, count, rows }: { readonly from?: number; readonly count: number; readonly rows: number },
): Promise<readonly MatchAnswer[]> {
  const answers: MatchAnswer[] = [];
  for (let n = from; n < from + count; n++) {
    const answer = await server.call<MatchResult>('POST', '/v1/match', matchRequest(strength, n, rows));
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    answers.push({ ms: answer.ms, result: answer.body });
  }
  return answers;
}

/** Several clients at once, each one match after another. */
export async function sendBesideEachOther(
  server: Pick<RunningServer, 'call'>,
  strength: Strength,
  asked: { readonly from: number; readonly count: number; readonly rows: number; readonly clients: number },
): Promise<void> {
  const { from, count, rows, clients } = asked;
  let next = from;
  const client = async () => {
    while (next < from + count) await sendMatches(server, strength, { from: next++, count: 1, rows });
  };
  await Promise.all(Array.from({ length: clients }, client));
}
