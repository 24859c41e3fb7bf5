/**
 * Opens sessions of ONNX Runtime. `run` blocks the calling thread, so sessions belong in worker threads or
 * separate processes. Idle threads of the pool sleep instead of spinning, which leaves cores to the server.
 * Denormal numbers count as 0: old moments of AdamW become denormal, and arithmetic with them is slow.
 */
import { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';
import type { ElementArray, ElementType } from '../graph/element-type.ts';

export type { InferenceSession } from 'onnxruntime-node';

export interface SessionOptions {
  /** The threads per operator. Default 1. The last bits of results depend on it. */
  readonly threads?: number;
  /** The prefix of a file that gets the times of all operators, JSON in Chrome's trace format. */
  readonly profileTo?: string;
}

export function openSession(
  model: Uint8Array,
  { threads = 1, profileTo }: SessionOptions = {},
): Promise<InferenceSession> {
  return InferenceSession.create(model, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    extra: { 'session.intra_op.allow_spinning': '0', 'session.set_denormal_as_zero': '1' },
    ...(profileTo === undefined ? {} : { enableProfiling: true, profileFilePrefix: profileTo }),
  });
}

/** Wraps an array without copying it: the next run reads later changes of the array. */
export function ortTensor(type: ElementType, values: ElementArray, shape: readonly number[]): OrtTensor {
  return new OrtTensor(type, values, shape);
}
