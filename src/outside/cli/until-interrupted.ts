/**
 * Ctrl-C or SIGTERM ends the work in good order; a second Ctrl-C ends the process at once. A second SIGTERM
 * has no effect, because npm and the launcher repeat the first.
 */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop);
  }
}
