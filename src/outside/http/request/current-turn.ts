/**
 * Numbers the turns of the event loop. Two calls with the same number have no turn between them. At the
 * second, a value read at the first is as current as an answer of the store that is just on its way.
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
