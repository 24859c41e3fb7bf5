/**
 * Requests at a constant rate, whatever the server does: each is sent at its planned time, and its latency counts from
 * that time, so that a stall shows in all who would have come meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export async function openLoop(
  ratePerSecond: number,
  seconds: number,
  send: (n: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const started = performance.now();
  const count = Math.round(ratePerSecond * seconds);
  const taken = new Array<number>(count);
  const sent: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const planned = started + (1000 * n) / ratePerSecond;
    const wait = planned - performance.now();
    if (wait > 0) await sleep(wait);
    sent.push(
      send(n).then(() => {
        taken[n] = performance.now() - planned;
      }),
    );
  }
  await Promise.all(sent);
  return taken;
}
