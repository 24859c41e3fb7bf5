/**
 * Caches the answer of `ask` until the next callback of the event loop. Versions are read before every use,
 * several times a request. While promises follow each other no new request is read, so one answer is current
 * for all of them. A request that is read later asks again.
 */
export function oncePerTick<Answer>(ask: () => Answer): () => Answer {
  let kept: { readonly answer: Answer } | null = null;
  return () => {
    if (kept === null) {
      kept = { answer: ask() };
      // A tick runs after the promises that are already resolved, and before any callback of the event loop.
      process.nextTick(() => {
        kept = null;
      });
    }
    return kept.answer;
  };
}
