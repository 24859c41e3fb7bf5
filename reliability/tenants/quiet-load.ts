/** Quiet workspaces that ask now and then, whatever their answers take, and how long these take. */
import { setTimeout as sleep } from 'node:timers/promises';
import { importDataset } from './import-dataset.ts';
import type { Measured } from './verdict.ts';
import { askMatch, type Tenant } from './world.ts';

const TIMEOUT_MS = 60_000;

/**
 * `count` matches, each `everyMs` after the one before, of one workspace after the other. A workspace that still waits for an
 * answer asks later: none has two matches open.
 */
export async function quietMatches(
  url: string,
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
    const answer: Promise<Answer> = askMatch(url, tenant, own, AbortSignal.timeout(TIMEOUT_MS));
    last.set(tenant, answer);
    asked.push(answer);
  }
  return measured(await Promise.all(asked));
}

interface Answer {
  readonly status: number;
  readonly tookMs: number;
}

/** `count` imports, each of another workspace where there are so many, one after the other. */
export async function quietImports(
  url: string,
  tenants: readonly Tenant[],
  count: number,
): Promise<Measured> {
  const answers: Answer[] = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const status = await importDataset(url, tenants[n % tenants.length]!, signal);
    answers.push({ status, tookMs: performance.now() - began });
  }
  return measured(answers);
}

function measured(answers: readonly Answer[]): Measured {
  return {
    tookMs: answers.filter(({ status }) => status === 200).map(({ tookMs }) => tookMs),
    refused: answers.filter(({ status }) => status !== 200).map(({ status }) => status),
  };
}
