/**
 * A question that is put once while no new input can have come in. Versions are asked before every use, several times a
 * request, and a read of one row takes 20 µs; but between two turns of the event loop's callbacks, as long as promises
 * follow each other, no request is read. So an answer of that time is later than whatever is being answered, and stands
 * for all of it; who is read in afterwards asks anew.
 */
export function onceATurn<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null;
  return () => {
    if (asked === null) {
      asked = ask();
      // Runs when the promises at hand have been followed, before any callback of the loop.
      process.nextTick(() => {
        asked = null;
      });
    }
    return asked;
  };
}
