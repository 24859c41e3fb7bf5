/** A training run of the service over the outcomes of a folder, and what its model has. */
import { setTimeout as sleep } from 'node:timers/promises';
import { tenantId } from '../../src/contract/brands.ts';
import type { TrainingRun } from '../../src/contract/training-run.ts';
import { openBenchIntake } from '../world/open-service.ts';
import { runServer } from '../world/running-server.ts';
import type { WorldFolder } from '../world/world-folder.ts';
import { DOMAIN } from './write-outcomes.ts';

export interface TrainedModel {
  readonly version: string;
  /** Parts that the run kept; the others gained nothing on held-out outcomes. */
  readonly parts: readonly string[];
  /** People with effects, and the dimension of their collaborative vectors. */
  readonly people: number;
  readonly dimension: number;
}

const POLL_MS = 500;

/** By POST /train, and a server's worker that runs the job. Throws where the new model is not deployed. */
export async function trainModel({ data, key }: WorldFolder): Promise<void> {
  await using server = await runServer(data, key);
  const call = async (method: string, path: string, body?: object): Promise<TrainingRun> => {
    const answer = await server.call<TrainingRun>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  let run = await call('POST', '/v1/train', { domain: DOMAIN, force: true });
  while (run.finished_at === null) {
    await sleep(POLL_MS);
    run = await call('GET', `/v1/train/runs/${run.run_id}`);
  }
  if (run.status !== 'deployed') throw new Error(`the run was ${run.status}: ${run.reason}`);
  const seconds = (Date.parse(run.finished_at) - Date.parse(run.started_at!)) / 1000;
  console.log(`trained in ${seconds.toFixed(0)} s: ${run.reason}`);
}

export async function servingModel({ data, tenant }: WorldFolder): Promise<TrainedModel> {
  const intake = await openBenchIntake(data);
  try {
    const [model] = await intake.store.learning.deployedModels(tenantId(tenant), DOMAIN, 'tenant', 1);
    const { parts, people } = model!.card as unknown as ModelCard;
    const kept = Object.entries(parts).filter(([, part]) => part.kept);
    const { count, dimension } = people;
    return { version: model!.version, parts: kept.map(([name]) => name), people: count, dimension };
  } finally {
    await intake.close();
  }
}

interface ModelCard {
  readonly parts: Readonly<Record<string, { readonly kept: boolean }>>;
  readonly people: { readonly count: number; readonly dimension: number };
}
