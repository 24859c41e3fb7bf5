/**
 * Log-odds that the model's trained cross encoder gives the pairs of a match. A separate thread runs it, with
 * both directions in one batch. Its points are one part of the sum: if it fails, or the time budget ends
 * first, the other parts still count.
 */
import type { TenantId } from '../contract/brands.ts';
import { rowNumber } from '../contract/brands.ts';
import { type CrossEncoder, PAIRS_AT_ONCE } from '../ranking/cross-encoder/cross-encoder.ts';
import type { CrossEncoderClient } from '../ranking/cross-encoder/cross-encoder-client.ts';
import { type PairOfTokens, type PersonTokens, pairTokenizer } from '../ranking/cross-encoder/pair-tokens.ts';
import { crossEncoderFor, type RankingModel } from '../ranking/ranking-model.ts';
import { peopleOfIndex } from '../ranking/scoring/person.ts';
import type { DirectionSums } from '../ranking/scoring/sum-columns.ts';
import type { MatchContext, StageOutcome } from './stage.ts';
import { BudgetSpent, waitForHost } from './wait-for-host.ts';

export interface CrossEncoding {
  readonly thread: Pick<CrossEncoderClient, 'read'>;
  /** Called with the reason when the pairs of a match could not be read. */
  readonly onFailure?: (tenant: TenantId, error: unknown) => void;
}

export interface CrossEncoderPoints {
  /** By row [N]; null: the model has no trained cross encoder, or it failed. */
  readonly points: DirectionSums | null;
  readonly remarks: Pick<StageOutcome, 'degraded' | 'note'>;
}

/** A thread that has not answered by then is overloaded or hangs. */
const TIMEOUT_MS = 2000;

/** Throws only if the caller has disconnected. */
export async function crossEncoderPoints(
  head: RankingModel,
  rows: Uint32Array,
  context: MatchContext,
): Promise<CrossEncoderPoints> {
  const encoder = crossEncoderFor(head, context.encoderId);
  const { crossEncoding, plan, signal } = context;
  if (encoder === null || rows.length === 0) return { points: null, remarks: {} };
  if (crossEncoding === null) return without('not_set_up');
  const tooSlow = () => new Error(`the trained cross encoder did not answer within ${TIMEOUT_MS} ms`);
  // The thread belongs to this process, so the match keeps its slot.
  const here = { ...context, withoutSlot: <T>(wait: () => Promise<T>) => wait() };
  try {
    const points = await waitForHost(here, { timeoutMs: TIMEOUT_MS, tooSlow }, (ends) =>
      read(encoder, crossEncoding, rows, context, ends),
    );
    return { points, remarks: {} };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof BudgetSpent) return without('budget');
    crossEncoding.onFailure?.(plan.tenant, error);
    return without('failed');
  }
}

function without(degraded: string): CrossEncoderPoints {
  const note = `the trained cross encoder gave nothing (${degraded}); the rest of the head stands`;
  return { points: null, remarks: { degraded, note } };
}

async function read(
  encoder: CrossEncoder,
  { thread }: CrossEncoding,
  rows: Uint32Array,
  { plan, index, seeker, texts, yielder }: MatchContext,
  signal: AbortSignal,
): Promise<DirectionSums> {
  const { person, batch } = pairTokenizer(encoder.vocabulary);
  const personOf = peopleOfIndex(index);
  const me = person(seeker.person);
  const twoWay = plan.aggregation !== 'off';
  const forward = new Float64Array(rows.length);
  const backward = twoWay ? new Float64Array(rows.length) : null;
  const atOnce = twoWay ? PAIRS_AT_ONCE / 2 : PAIRS_AT_ONCE;
  for (let from = 0; from < rows.length; from += atOnce) {
    await yielder.yieldIfDue();
    const others = Array.from(rows.subarray(from, from + atOnce), (row) =>
      person(personOf(rowNumber(row), texts.get(row))),
    );
    const found = await thread.read(encoder, batch(pairsOf(me, others, twoWay)), signal);
    forward.set(found.subarray(0, others.length), from);
    backward?.set(found.subarray(others.length), from);
  }
  return { forward, backward };
}

/** The pairs (seeker, candidate), then, if `twoWay`, the pairs (candidate, seeker). */
function pairsOf(
  me: PersonTokens,
  others: readonly PersonTokens[],
  twoWay: boolean,
): readonly PairOfTokens[] {
  const mine = others.map((other) => [me, other] as const);
  return twoWay ? [...mine, ...others.map((other) => [other, me] as const)] : mine;
}
