/**
 * One worker's part of a query: claims item after item until none remain, runs the program over each of their
 * blocks, and keeps the best.
 */

import { EstimatedThreshold } from '../pruning/estimated-threshold.ts';
import { sampledThreshold } from '../pruning/sampled-threshold.ts';
import { raiseSharedThreshold, sharedThreshold } from '../pruning/shared-threshold.ts';
import type { QueryPart, SegmentTask, SharedQuery } from '../workers/query-protocol.ts';
import { type EachBlock, eachBlock, type OpenSegment, openBlocks } from './block-reader.ts';
import { droppedNothing, joinExamined } from './examine-rules.ts';
import { nothingFound } from './found-rows.ts';
import { type PreparedProgram, prepareProgram } from './program-runner.ts';
import { runNearest } from './run-nearest.ts';
import { TopKBuffer } from './top-k-buffer.ts';

export function runQuery(
  query: SharedQuery,
  tasks: readonly SegmentTask[],
  open: (key: number) => OpenSegment,
  prepared: PreparedProgram = prepareProgram(query.program),
): QueryPart {
  const { answer, rules } = query.program;
  const blocksOf = openBlocks(query, prepared, tasks, open);
  const blocks: EachBlock = (read, through) => eachBlock(query, blocksOf, read, through);
  if (answer.kind === 'nearest') return runNearest(query, answer.search, blocks);
  const best = answer.kind === 'best' ? new TopKBuffer(answer.k) : null;
  const estimate =
    answer.kind === 'best' && query.among !== null ? new EstimatedThreshold(answer.k, query.among) : null;
  if (estimate !== null) best!.raise(sampledThreshold(best!.k, query, blocksOf));
  const counts = { candidates: 0, kept: 0, belowMinScore: 0, dropped: rules.map(() => 0) };
  const examples = answer.kind === 'selection' ? answer.examples : undefined;
  const examined = examples === undefined ? [] : rules.map(() => droppedNothing);
  blocks((block) => {
    best?.raise(sharedThreshold(query.threshold));
    const result = block.stable(() => {
      best?.begin(block.fromRow);
      return block.run({}, best);
    });
    if (result === undefined) return false;
    best?.settle();
    block.select(result.selection);
    counts.candidates += result.candidates;
    counts.kept += result.kept;
    if (best !== null) {
      estimate?.raise(best, counts.kept);
      raiseSharedThreshold(query.threshold, best.threshold);
    }
    counts.belowMinScore += result.belowMinScore;
    result.dropped.forEach((dropped, rule) => {
      counts.dropped[rule]! += dropped;
    });
    result.examined?.forEach((found, rule) => {
      examined[rule] = joinExamined(examined[rule]!, found, block.fromRow, examples!);
    });
    return true;
  });
  const threshold = best?.threshold ?? Number.NEGATIVE_INFINITY;
  return { ...counts, examined, threshold, best: best?.close() ?? nothingFound, withoutVector: nothingFound };
}
