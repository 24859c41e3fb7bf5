/** Gathers what an iterator gives into batches: a batch ends when it is full, or when nothing more comes for a while. */
export async function* batched<T>(
  given: AsyncIterator<T>,
  {
    size,
    quietMs,
    signal,
  }: { readonly size: number; readonly quietMs: number; readonly signal: AbortSignal },
): AsyncGenerator<readonly T[]> {
  const stopped = new Promise<'stopped'>((resolve) => {
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  let next = given.next();
  // It may fail before it is awaited; the next turn then throws the failure.
  next.catch(() => undefined);
  let batch: T[] = [];
  while (!signal.aborted) {
    const timer = Promise.withResolvers<'quiet'>();
    const timeout = setTimeout(() => timer.resolve('quiet'), quietMs);
    const first = await Promise.race([next, timer.promise, stopped]).finally(() => clearTimeout(timeout));
    if (first === 'stopped') return;
    if (first !== 'quiet') {
      if (first.done) break;
      batch.push(first.value);
      next = given.next();
      next.catch(() => undefined);
      if (batch.length < size) continue;
    }
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
