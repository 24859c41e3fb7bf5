/** Messages between the two ends of a worker thread. */
import type { ErrorMessage } from './error-message.ts';

/** A call has no `kind`, because each property of a message costs time. */
export type ToThread<Request> =
  /** Null: no answer is wanted. */
  | { readonly id: number | null; readonly request: Request }
  /** The caller of this id no longer waits. */
  | { readonly cancel: number }
  /** The last message: the thread ends after answering all waiting calls, or only those begun. */
  | { readonly close: 'answeringAll' | 'answeringBegun' };

export type FromThread<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: ErrorMessage };
