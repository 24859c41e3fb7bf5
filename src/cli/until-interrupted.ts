/** Ctrl-C ends the work in good order; a second one ends the process at once. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop);
  }
}
