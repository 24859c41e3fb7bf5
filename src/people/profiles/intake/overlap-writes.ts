/**
 * Writes batches of people while the next ones are read. Two batches are written at the same time, and
 * results come in the order of the batches. A batch with a person of a batch that is being written waits for
 * it, so that the later request wins. A batch is written as soon as it is read, and its result is given as
 * soon as it is there. A source may therefore wait for results before it goes on.
 */
const AT_ONCE = 2;

interface WritesOf<Batch, Result> {
  /** Keys of the people of a batch. */
  readonly peopleOf: (batch: Batch) => ReadonlySet<string>;
  readonly write: (batch: Batch) => Promise<Result>;
}

interface Running<Batch, Result> {
  readonly batch: Batch;
  readonly people: ReadonlySet<string>;
  readonly done: Promise<Result>;
}

/**
 * An error of the source is thrown after the results of the batches before it. An error of a write is thrown
 * at once. Batches that are being written are always awaited.
 */
export async function* overlapWrites<Batch, Result>(
  batches: AsyncIterable<Batch>,
  { peopleOf, write }: WritesOf<Batch, Result>,
): AsyncGenerator<{ readonly batch: Batch; readonly result: Result }> {
  const source = reading(batches);
  const running: Running<Batch, Result>[] = [];
  try {
    for (;;) {
      const next = source.arrived();
      if (next !== undefined && running.length < AT_ONCE) {
        const people = peopleOf(next);
        if (!running.some((earlier) => sharesPeople(people, earlier.people))) {
          const done = write(next);
          // The failure surfaces where `done` is awaited.
          done.catch(() => {});
          running.push({ batch: next, people, done });
          source.taken();
        }
      }
      const [oldest] = running;
      const arrival = running.length < AT_ONCE ? source.arrival() : undefined;
      if (oldest === undefined) {
        if (arrival === undefined) break;
        await arrival;
        continue;
      }
      const isWritten = await Promise.race([oldest.done.then(() => true), ...(arrival ? [arrival] : [])]);
      if (isWritten !== true) continue;
      running.shift();
      yield { batch: oldest.batch, result: await oldest.done };
    }
    source.throwIfFailed();
  } finally {
    await Promise.allSettled(running.map(({ done }) => done));
    await source.close();
  }
}

function sharesPeople(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const person of some) if (others.has(person)) return true;
  return false;
}

/** The source of batches, read one ahead. */
function reading<Batch>(batches: AsyncIterable<Batch>) {
  const iterator = batches[Symbol.asyncIterator]();
  let waiting: Promise<void> | undefined;
  let batch: Batch | undefined;
  let isOver = false;
  let failure: { readonly error: unknown } | undefined;
  const read = async () => {
    try {
      const { done, value } = await iterator.next();
      if (done === true) isOver = true;
      else batch = value;
    } catch (error) {
      isOver = true;
      failure = { error };
    }
    waiting = undefined;
  };
  return {
    arrived: () => batch,
    taken: () => {
      batch = undefined;
    },
    /** Resolves when a batch has arrived or the source has ended; undefined where nothing is to come. */
    arrival: (): Promise<void> | undefined => {
      if (isOver || batch !== undefined) return undefined;
      waiting ??= read();
      return waiting;
    },
    throwIfFailed: () => {
      if (failure !== undefined) throw failure.error;
    },
    /** A source that is being waited for is left to itself: it may never give another batch. */
    close: async () => {
      const closing = iterator.return?.();
      if (waiting === undefined) await closing;
      else closing?.catch(() => {});
    },
  };
}
