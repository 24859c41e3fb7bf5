/** Carries out the vector refreshes that the limit put off: durable in the store, looked for every second. */
import type { TenantId } from '../../contract/brands.ts';
import { staleHeads } from '../intake/apply-upsert.ts';
import type { OneAtATime } from '../intake/one-at-a-time.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { softText } from '../record/effective-view.ts';
import { makeHeads } from './make-heads.ts';

const BATCH = 100;
const LOOK_EVERY_MS = 1000;

export interface RefreshWorker {
  /** One look: makes every vector that is due; how many. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

export function startRefreshWorker(
  dependencies: ProfileDependencies,
  oneAtATime: OneAtATime,
  onError: (error: unknown) => void,
): RefreshWorker {
  let running: Promise<unknown> = Promise.resolve();
  const runDue = async () => {
    const due = await dependencies.store.profiles.dueRefreshes(dependencies.clock(), BATCH);
    for (const { tenantId, domain, userId } of due) {
      const key = profileKey(tenantId, domain, userId);
      await oneAtATime.run(key, () => refresh(dependencies, tenantId, domain, userId));
    }
    return due.length;
  };
  const timer = setInterval(() => {
    running = running.then(runDue).catch(onError);
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    runDue,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

export function profileKey(tenant: TenantId, domain: string, userId: string): string {
  return JSON.stringify([tenant, domain, userId]);
}

async function refresh(
  { store, encoders, domainFor, clock }: ProfileDependencies,
  tenant: TenantId,
  domain: string,
  userId: string,
): Promise<'done' | 'conflict'> {
  const row = await store.profiles.get(tenant, domain, userId);
  if (row === null) return 'done';
  const { definition } = await domainFor(tenant, domain);
  const { text, from } = softText(definition, row.layers);
  const at = new Date(clock()).toISOString();
  const source = { head: domain, sourceDomain: domain, text, from, at };
  const { heads, encodedBy } = await makeHeads(await encoders.inForce(), source);
  const [outcome] = await store.profiles.write([
    {
      row: { ...row, lastEnrichedAt: at },
      contextItems: [],
      heads,
      encodedBy,
      dropHeads: staleHeads(await store.profiles.heads(tenant, userId), domain, heads.length > 0),
      refreshDueAtMs: null,
    },
  ]);
  return outcome === 'conflict' ? 'conflict' : 'done';
}
