/** Wakes workers of other processes. A lost signal costs only time, because workers look once a second. */
export interface JobSignals {
  /** There may be a job to take. Returns at once. */
  notify(): void;
  /**
   * Calls the listener after each signal, and when signals may have been lost. Returns how to stop; never
   * throws.
   */
  listen(listener: () => void): () => Promise<void>;
}
