/**
 * Requests at a constant rate, however slow the server is. Each is sent at its planned time, and its latency
 * counts from that time. So a stall shows in every request that was planned during it.
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
