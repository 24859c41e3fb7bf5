/**
 * Caches the answer of `ask` until the next callback of the event loop. Versions are read before every use,
 * several times a request. While promises follow each other no new request is read, so one answer is current
 * for all of them. A request that is read later asks again.
 */
export function oncePerTick<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let pending: Promise<Answer> | null = null;
  return () => {
    if (pending === null) {
      pending = ask();
      // A tick runs after the promises that are already resolved, and before any callback of the event loop.
      process.nextTick(() => {
        pending = null;
      });
    }
    return pending;
  };
}
