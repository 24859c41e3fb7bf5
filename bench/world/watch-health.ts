/**
 * `GET /healthz` at a constant rate beside a measurement, from a thread of its own. The clients of the
 * measurement keep their thread busy, so a health check on it would wait for them. Latencies count from the
 * planned time.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface HealthWatch {
  /** Latencies so far, ms; the watch ends. */
  stop(): Promise<readonly number[]>;
}

const script = new URL('./health-worker.ts', import.meta.url);

export async function watchHealth(url: string, everyMs: number): Promise<HealthWatch> {
  const worker = new Worker(script, { workerData: { url: `${url}/healthz`, everyMs } });
  await once(worker, 'message');
  return {
    async stop() {
      worker.postMessage('stop');
      const [taken] = (await once(worker, 'message')) as [readonly number[]];
      await worker.terminate();
      return taken;
    },
  };
}
