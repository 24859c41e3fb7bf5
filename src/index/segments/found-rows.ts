/**
 * The k best of what blocks, workers and segments found: higher scores first, equal ones by tie hash. Whoever equals
 * the k-th in both stays until ids are at hand to decide (`cutByIds`).
 */
import { orderByScore } from './order-by-score.ts';
import type { FoundRows } from './query-protocol.ts';

export const nothingFound: FoundRows = {
  rows: new Uint32Array(0),
  scores: new Float64Array(0),
  ties: new Uint32Array(0),
  forward: new Float64Array(0),
  backward: new Float64Array(0),
};

/** Sorting is put off until there is this much more than is kept. */
const SLACK_ROWS = 1024;

/** Collects finds; `floor` is what a row must score to matter. */
export class BestOf {
  readonly #k: number;
  #parts: FoundRows[] = [];
  #count = 0;
  floor: number | null = null;

  constructor(k: number) {
    this.#k = k;
  }

  add(found: FoundRows): void {
    if (found.rows.length === 0) return;
    this.#parts.push(found);
    this.#count += found.rows.length;
    if (this.#count >= 2 * this.#k + SLACK_ROWS || (this.floor === null && this.#count >= this.#k))
      this.found();
  }

  found(): FoundRows {
    const all = bestOf(this.#parts, this.#k);
    this.#parts = [all];
    this.#count = all.rows.length;
    if (this.#k > 0 && all.rows.length >= this.#k) this.floor = all.scores[this.#k - 1]!;
    return all;
  }
}

export function bestOf(parts: readonly FoundRows[], k: number): FoundRows {
  const all = joined(parts.filter(({ rows }) => rows.length > 0));
  if (k === 0) return nothingFound;
  const order = orderByScore(all.scores, all.ties, all.rows);
  let end = Math.min(k, order.length);
  while (end > 0 && end < order.length && isEqual(all, order[end - 1]!, order[end]!)) end += 1;
  return picked(all, order.subarray(0, end));
}

/**
 * The first k of rows that are ordered by score and hash, in their final order: who is equal in both comes by the bytes
 * of their ids.
 */
export function cutByIds(
  found: FoundRows,
  k: number,
  compareRows: (a: number, b: number) => number,
): FoundRows {
  const { rows } = found;
  const order = Uint32Array.from(rows.keys());
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && isEqual(found, from, to)) to += 1;
    if (to > from + 1) order.subarray(from, to).sort((a, b) => compareRows(rows[a]!, rows[b]!));
    from = to;
  }
  return picked(found, order.subarray(0, k));
}

function isEqual({ scores, ties }: FoundRows, a: number, b: number): boolean {
  return scores[a] === scores[b] && ties[a] === ties[b];
}

function joined(parts: readonly FoundRows[]): FoundRows {
  if (parts.length === 1) return parts[0]!;
  const length = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const logOdds = parts.some(({ forward }) => forward.length > 0) ? length : 0;
  const all: FoundRows = {
    rows: new Uint32Array(length),
    scores: new Float64Array(length),
    ties: new Uint32Array(length),
    forward: new Float64Array(logOdds),
    backward: new Float64Array(logOdds),
  };
  let at = 0;
  for (const part of parts) {
    all.rows.set(part.rows, at);
    all.scores.set(part.scores, at);
    all.ties.set(part.ties, at);
    if (logOdds > 0) {
      all.forward.set(part.forward, at);
      all.backward.set(part.backward, at);
    }
    at += part.rows.length;
  }
  return all;
}

function picked({ rows, scores, ties, forward, backward }: FoundRows, order: Uint32Array): FoundRows {
  const pick = (values: Float64Array) =>
    values.length === 0 ? values : Float64Array.from(order, (at) => values[at]!);
  return {
    rows: order.map((at) => rows[at]!),
    scores: pick(scores),
    ties: order.map((at) => ties[at]!),
    forward: pick(forward),
    backward: pick(backward),
  };
}
