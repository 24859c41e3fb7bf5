/**
 * Sessions of ONNX Runtime. `run` blocks the calling thread, so sessions belong in worker threads and
 * processes of their own. Idle threads of the pool sleep instead of spinning, which leaves the other cores to
 * the server. Denormals count as 0, which keeps old moments of AdamW from slowing the arithmetic.
 */
import { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';
import type { ElementArray, ElementType } from '../graph/element-type.ts';

export type { InferenceSession } from 'onnxruntime-node';

export interface SessionOptions {
  /** Threads that one operator may use. Default 1. Results of different counts differ in the last bits. */
  readonly threads?: number;
  /** A file that gets the time of every operator (JSON in Chrome's trace format). */
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

/** Wraps an array without copying it: what is written into it later, the next run reads. */
export function ortTensor(type: ElementType, values: ElementArray, shape: readonly number[]): OrtTensor {
  return new OrtTensor(type, values, shape);
}
