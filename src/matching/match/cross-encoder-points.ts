/**
 * Log-odds that the model's trained cross encoder gives the pairs of a match. A separate thread runs it: all
 * candidates and both directions are one request. Its points are one part of the sum. If it fails, or the
 * time budget ends first, the other parts still count.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Batch } from '../../engines/tensor/training/batch.ts';
import type { CrossEncoder } from '../ranking/cross-encoder/cross-encoder.ts';
import type { CrossEncoderClient } from '../ranking/cross-encoder/cross-encoder-client.ts';
import {
  PAIRS_A_BLOCK,
  type PairOfTokens,
  type PersonTokens,
  pairTokenizer,
} from '../ranking/cross-encoder/pair-tokenizer.ts';
import { crossEncoderFor, type RankingModel } from '../ranking/ranking-model.ts';
import type { DirectionSums } from '../ranking/scoring/direction-sums.ts';
import type { Person } from '../ranking/scoring/person.ts';
import { evidenceColumn } from './pool/column.ts';
import { BudgetSpent, type RunControl, waitForHost } from './run-control.ts';
import type { MatchInput, StageOutcome } from './stage.ts';

/** The trained cross encoder's evidence. */
export const crossEncoderPoints = evidenceColumn('cross_encoder');

export interface CrossEncoding {
  readonly client: Pick<CrossEncoderClient, 'read'>;
  /** Called with the reason when the pairs of a match could not be read. */
  readonly onFailure?: (tenant: TenantId, error: unknown) => void;
}

interface CrossEncoderReading {
  /** By row [N]; null: the model has no trained cross encoder, or it failed. */
  readonly points: DirectionSums | null;
  readonly remarks: Pick<StageOutcome, 'degraded' | 'note'>;
}

/** A thread that takes longer is overloaded or hangs. */
const TIMEOUT_MS = 2000;

export interface PairsToRead {
  readonly seeker: Person;
  readonly candidates: readonly Person[];
  /** Whether the pairs are read from the candidates' side, too. */
  readonly twoWay: boolean;
}

/** Throws only if the caller has disconnected. */
export async function readCrossEncoder(
  crossEncoding: CrossEncoding | null,
  model: RankingModel,
  pairs: PairsToRead,
  { plan, encoderId }: Pick<MatchInput, 'plan' | 'encoderId'>,
  control: RunControl,
): Promise<CrossEncoderReading> {
  const encoder = crossEncoderFor(model, encoderId);
  if (encoder === null || pairs.candidates.length === 0) return { points: null, remarks: {} };
  if (crossEncoding === null) return without('not_set_up');
  const tooSlow = () => new Error(`the trained cross encoder did not answer within ${TIMEOUT_MS} ms`);
  // The thread belongs to this process, so the match keeps its slot.
  const withSlot = { ...control, withoutSlot: <T>(wait: () => Promise<T>) => wait() };
  try {
    const points = await waitForHost(withSlot, { timeoutMs: TIMEOUT_MS, tooSlow }, (signal) =>
      readPairs(crossEncoding, encoder, pairs, { yielder: control.yielder, signal }),
    );
    return { points, remarks: {} };
  } catch (error) {
    control.signal?.throwIfAborted();
    if (error instanceof BudgetSpent) return without('budget');
    crossEncoding.onFailure?.(plan.tenant, error);
    return without('failed');
  }
}

function without(degraded: string): CrossEncoderReading {
  const note = `the trained cross encoder gave nothing (${degraded}); the other evidence stands`;
  return { points: null, remarks: { degraded, note } };
}

/** One request for all pairs in both directions; the blocks are made with pauses for the event loop. */
async function readPairs(
  { client }: CrossEncoding,
  encoder: CrossEncoder,
  { seeker, candidates, twoWay }: PairsToRead,
  { yielder, signal }: Pick<RunControl, 'yielder'> & { readonly signal: AbortSignal },
): Promise<DirectionSums> {
  const { person, batch } = pairTokenizer(encoder.vocabulary);
  const me = person(seeker);
  const size = twoWay ? PAIRS_A_BLOCK / 2 : PAIRS_A_BLOCK;
  const blocks: Batch[] = [];
  for (let from = 0; from < candidates.length; from += size) {
    await yielder.yieldIfDue();
    blocks.push(batch(bothWays(me, candidates.slice(from, from + size).map(person), twoWay)));
  }
  const points = await client.read(encoder, blocks, signal);
  const forward = new Float64Array(candidates.length);
  const backward = twoWay ? new Float64Array(candidates.length) : null;
  for (let from = 0; from < candidates.length; from += size) {
    const some = Math.min(size, candidates.length - from);
    const at = twoWay ? 2 * from : from;
    forward.set(points.subarray(at, at + some), from);
    backward?.set(points.subarray(at + some, at + 2 * some), from);
  }
  return { forward, backward };
}

/** The pairs (seeker, candidate), then, if `twoWay`, the pairs (candidate, seeker). */
function bothWays(
  me: PersonTokens,
  others: readonly PersonTokens[],
  twoWay: boolean,
): readonly PairOfTokens[] {
  const forward = others.map((other) => [me, other] as const);
  return twoWay ? [...forward, ...others.map((other) => [other, me] as const)] : forward;
}
