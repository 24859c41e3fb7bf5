/** What passes between the two ends of a worker thread. */
import type { ErrorMessage } from './error-message.ts';

/** A call has no `kind`: on the way there and back each property costs time. */
export type ToThread<Request> =
  /** Null: no answer is wanted. */
  | { readonly id: number | null; readonly request: Request }
  /** The caller of this id does not wait any more. */
  | { readonly cancel: number }
  /** Nothing comes after it: the thread ends when it has answered all that waits, or only what it has begun. */
  | { readonly close: 'answeringAll' | 'answeringBegun' };

export type FromThread<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: ErrorMessage };
