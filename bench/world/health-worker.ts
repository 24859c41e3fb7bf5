/** The thread of `watch-health.ts`: says that it has begun, and at the end the latencies. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, everyMs } = workerData as { readonly url: string; readonly everyMs: number };
const port = parentPort!;
const agent = new Agent({ keepAlive: true });

const taken: number[] = [];
const pending: Promise<void>[] = [];
let isOver = false;
port.once('message', () => {
  isOver = true;
});

await get();
port.postMessage('begun');
const started = performance.now();
for (let n = 0; !isOver; n++) {
  const planned = started + n * everyMs;
  const wait = planned - performance.now();
  if (wait > 0) await sleep(wait);
  pending.push(get().then(() => void taken.push(performance.now() - planned)));
}
await Promise.all(pending);
port.postMessage(taken);

function get(): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent }, (incoming) => {
      incoming.resume();
      incoming.on('end', resolve);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
