/**
 * The busy workspace, in a process of its own, so that its sending does not delay the measured requests. The
 * parent names a load. The process answers once it has begun, and with the statuses once it is to stop.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { importDataset } from './import-dataset.ts';
import { askMatch, type Tenant } from './world.ts';

export type Load = 'burst' | 'open' | 'loops' | 'imports';
export type BusyMessage =
  | { readonly load: Load; readonly url: string; readonly tenant: Tenant }
  | { readonly stop: true };

const BURST = 150;
const OPEN = 300;
const LOOPS = 60;
export const IMPORTS = 40;

let statuses: Record<string, number> = {};
let stopping = new AbortController();

const count = (status: number) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
};

/** Asks again and again, after a refusal as late as it says. */
async function loop(url: string, tenant: Tenant, first: number, signal: AbortSignal): Promise<void> {
  for (let n = first; !signal.aborted; n += OPEN) {
    const { status, retryAfterMs } = await askMatch(url, tenant, n, signal);
    count(status);
    if (status !== 200) await sleep(retryAfterMs, undefined, { signal });
  }
}

async function bursts(url: string, tenant: Tenant, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const all = Array.from({ length: BURST }, (_, n) => askMatch(url, tenant, n, signal));
    for (const { status } of await Promise.all(all)) count(status);
  }
}

function start(load: Load, url: string, tenant: Tenant, signal: AbortSignal): readonly Promise<unknown>[] {
  const loops = (length: number) => Array.from({ length }, (_, n) => loop(url, tenant, n, signal));
  switch (load) {
    case 'burst':
      return [bursts(url, tenant, signal)];
    case 'open':
      return loops(OPEN);
    case 'loops':
      return loops(LOOPS);
    case 'imports':
      return Array.from({ length: IMPORTS }, () => importDataset(url, tenant, signal).then(count));
    default:
      return load satisfies never;
  }
}

process.on('message', (message: BusyMessage) => {
  if ('stop' in message) {
    stopping.abort(new Error('the load is over'));
    process.send!(statuses);
    return;
  }
  stopping = new AbortController();
  statuses = {};
  for (const work of start(message.load, message.url, message.tenant, stopping.signal))
    work.catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error;
    });
  process.send!({ begun: true });
});
process.on('disconnect', () => process.exit());
