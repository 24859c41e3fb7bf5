/** Quiet workspaces that ask now and then, whatever their answers take, and how long these take. */
import { setTimeout as sleep } from 'node:timers/promises';
import { importDataset } from './import-dataset.ts';
import type { Measured, Timed } from './verdict.ts';
import { askMatch, type Tenant } from './world.ts';

const TIMEOUT_MS = 60_000;

export interface Server {
  readonly url: string;
  /** Processor time that its answering thread has used so far. */
  readonly processorMs: () => number;
}

/**
 * `count` matches, each `everyMs` after the one before, of one workspace after the other. A workspace that
 * still waits for an answer asks later: none has two matches open.
 */
export async function quietMatches(
  { url, processorMs }: Server,
  tenants: readonly Tenant[],
  everyMs: number,
  count: number,
): Promise<Measured> {
  const last = new Map<Tenant, Promise<Answer>>();
  const asked: Promise<Answer>[] = [];
  for (let n = 0; n < count; n++) {
    const tenant = tenants[n % tenants.length]!;
    await last.get(tenant);
    await sleep(everyMs);
    const own = Math.floor(n / tenants.length);
    const answer = timed(processorMs, () => askMatch(url, tenant, own, AbortSignal.timeout(TIMEOUT_MS)));
    last.set(tenant, answer);
    asked.push(answer);
  }
  return measured(await Promise.all(asked));
}

interface Answer extends Timed {
  readonly status: number;
}

async function timed(
  processorMs: () => number,
  ask: () => Promise<{ readonly status: number }>,
): Promise<Answer> {
  const [began, before] = [performance.now(), processorMs()];
  const { status } = await ask();
  return { status, tookMs: performance.now() - began, processorMs: processorMs() - before };
}

/** `count` imports, each of another workspace where there are so many, one after the other. */
export async function quietImports(
  { url, processorMs }: Server,
  tenants: readonly Tenant[],
  count: number,
): Promise<Measured> {
  const answers: Answer[] = [];
  for (let n = 0; n < count; n++) {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const tenant = tenants[n % tenants.length]!;
    const answer = await timed(processorMs, async () => ({
      status: await importDataset(url, tenant, signal),
    }));
    // Another process carries jobs out: the server's time says nothing about them.
    answers.push({ ...answer, processorMs: Number.NaN });
  }
  return measured(answers);
}

function measured(answers: readonly Answer[]): Measured {
  return {
    times: answers.filter(({ status }) => status === 200),
    refused: answers.filter(({ status }) => status !== 200).map(({ status }) => status),
  };
}
