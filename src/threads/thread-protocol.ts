/** What passes between the two ends of a worker thread. */
import type { ErrorMessage } from './error-message.ts';

export type ToThread<Request> =
  | { readonly kind: 'call'; readonly id: number; readonly request: Request }
  /** No answer is wanted. */
  | { readonly kind: 'tell'; readonly request: Request }
  /** The caller does not wait any more. */
  | { readonly kind: 'cancel'; readonly id: number }
  /** Nothing comes after it: the thread answers what it has and ends. */
  | { readonly kind: 'close' };

export type FromThread<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: ErrorMessage };
