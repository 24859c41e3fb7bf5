/** Whether the work ended in time. It goes on otherwise, and its later failure is not an unhandled one. */
export async function waitAtMost(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
