/**
 * Numbers the turns of the event loop. Two calls with the same number have no turn between them. A value read
 * from the store at the first is then as current at the second as a store's answer that is just on its way.
 */
let turn = 0;
let isCounted = false;

export function currentTurn(): number {
  if (!isCounted) {
    isCounted = true;
    setImmediate(() => {
      turn++;
      isCounted = false;
    });
  }
  return turn;
}
