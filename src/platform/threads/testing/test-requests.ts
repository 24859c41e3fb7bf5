/** Requests that tests send to `thread-under-test.ts`. */
export type TestRequest =
  | { readonly kind: 'echo'; readonly value: unknown; readonly delayMs?: number }
  | { readonly kind: 'countEchoes' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'fail'; readonly how: 'api' | 'type' | 'own' | 'fields' | 'text' | 'cause' }
  | { readonly kind: 'unclonable' }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'throwLater' }
  | { readonly kind: 'rejectUnhandled' }
  | { readonly kind: 'fillMemory' };

export interface TestSetup {
  /** [1] How many threads are still to fail at their start. */
  readonly startFails?: SharedArrayBuffer;
  /** [1] How many threads ran their close handler before they ended. */
  readonly closedSignal?: SharedArrayBuffer;
}

export class OwnError extends Error {}

/** [1] each; nonzero: true. */
export interface QueueSetup {
  /** A request named `held` was taken. */
  readonly begun: Int32Array;
  /** The request may be answered. */
  readonly goOn: Int32Array;
}
